package dev.assay.llm.wire;

import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Wire;

/** The wire of each kind of endpoint. */
public final class Wires {
  private Wires() {}

  /** The wire of an endpoint whose requests need no signature. */
  public static Wire of(EndpointSpec endpoint) {
    return of(endpoint, Signer.none());
  }

  /**
   * The wire of this endpoint's kind.
   *
   * @param signer for an endpoint of kind {@code bedrock} that has no key
   */
  public static Wire of(EndpointSpec endpoint, Signer signer) {
    return switch (endpoint.kind()) {
      case "openai" -> new ChatWire(endpoint, new OpenAiDialect(endpoint, false));
      case "azure-openai" -> new ChatWire(endpoint, new OpenAiDialect(endpoint, true));
      case "anthropic" -> new ChatWire(endpoint, new AnthropicDialect(endpoint));
      case "ollama" -> new ChatWire(endpoint, new OllamaDialect(endpoint));
      case "bedrock" -> new ChatWire(endpoint, new BedrockDialect(endpoint, signer));
      case "http-json" -> new ServiceWire(endpoint);
      case "completions" -> new CompletionsWire(endpoint, false);
      case "vllm-completions" -> new CompletionsWire(endpoint, true);
      default ->
          throw new IllegalArgumentException(
              "There is no kind of endpoint '%s'".formatted(endpoint.kind()));
    };
  }
}
