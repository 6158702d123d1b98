package dev.assay.llm;

import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Map;

/** How one kind of endpoint writes requests and replies. */
interface Wire {

  /** The wires by kind. Tried against a server: openai and http-json; the others by their bytes. */
  Map<String, Wire> ALL =
      Map.of(
          "openai", new OpenAiWire(false),
          "azure-openai", new OpenAiWire(true),
          "anthropic", new AnthropicWire(),
          "ollama", new OllamaWire(),
          "bedrock", new BedrockWire(),
          "http-json", new ServiceWire(),
          "completions", new CompletionsWire(false),
          "vllm-completions", new CompletionsWire(true));

  /** URL, headers of its own, and body; what all kinds have in common is added by the caller. */
  HttpRequest.Builder request(EndpointSpec endpoint, String prompt);

  /**
   * The reply in the body of a 2xx.
   *
   * @throws CallException where it is none, or one that does not count
   * @throws IllegalArgumentException where it is no JSON
   */
  Reply read(EndpointSpec endpoint, String prompt, String body);

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
