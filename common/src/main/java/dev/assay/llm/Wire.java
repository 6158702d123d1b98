package dev.assay.llm;

import java.net.http.HttpRequest;
import java.util.Locale;

/** How one kind of endpoint writes requests and replies. */
interface Wire {

  /** The wire of this endpoint's kind. */
  static Wire of(EndpointSpec endpoint) {
    return switch (endpoint.kind()) {
      case "openai" -> new ChatWire(endpoint, new OpenAiDialect(false));
      case "azure-openai" -> new ChatWire(endpoint, new OpenAiDialect(true));
      case "anthropic" -> new ChatWire(endpoint, new AnthropicDialect());
      case "ollama" -> new ChatWire(endpoint, new OllamaDialect());
      case "bedrock" -> new ChatWire(endpoint, new BedrockDialect());
      case "http-json" -> new ServiceWire(endpoint);
      case "completions" -> new CompletionsWire(endpoint, false);
      case "vllm-completions" -> new CompletionsWire(endpoint, true);
      default ->
          throw new IllegalArgumentException(
              "There is no kind of endpoint '%s'".formatted(endpoint.kind()));
    };
  }

  /** URL, headers of its own, and body; what all kinds have in common is added by the caller. */
  HttpRequest.Builder request(String prompt);

  /**
   * The reply in the body of a 2xx.
   *
   * @throws CallException where it is none, or one that does not count
   * @throws IllegalArgumentException where it is no JSON
   */
  Reply read(String prompt, String body);

  /** What another status means. */
  default Failure failure(int status, String body) {
    String said = body.toLowerCase(Locale.ROOT);
    if (status == 401 || status == 403 || said.contains("insufficient_quota")) {
      return Failure.UNAUTHORISED;
    }
    if (status == 429) {
      return Failure.THROTTLED;
    }
    if (status == 408) {
      return Failure.TIMEOUT;
    }
    if (status >= 500) {
      return Failure.SERVER_ERROR;
    }
    if (status == 413
        || said.contains("context_length")
        || said.contains("context length")
        || said.contains("prompt is too long")
        || said.contains("input is too long")) {
      return Failure.TOO_LONG;
    }
    return said.contains("content_filter") || said.contains("content_policy")
        ? Failure.REFUSED
        : Failure.CLIENT_ERROR;
  }
}
