package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.base.Hashes;

/**
 * One call of the ledger.
 *
 * @param hash its key: endpoint, model, parameters, prompt and sample, and of what a system is
 *     asked the night
 * @param purpose what it is for
 * @param endpoint the endpoint's name
 * @param prompt of a chat model what {@link ChatRequest#prompt()} wrote, of a service the body
 * @param sample which of several replies to the same prompt
 */
public record Call(String hash, String purpose, String endpoint, String prompt, int sample) {

  /** The call of this prompt. */
  public Call(EndpointSpec endpoint, String purpose, String prompt, int sample) {
    this(hash(endpoint, prompt, sample), purpose, endpoint.name(), prompt, sample);
  }

  /**
   * The same call in a night of its own: what was said in another night is no reply to it.
   *
   * @param night may be empty, which leaves it as it is
   */
  public Call of(String night) {
    return night.isEmpty()
        ? this
        : new Call(Hashes.sha256(hash, "night", night), purpose, endpoint, prompt, sample);
  }

  /** The key of a call. Neither the endpoint's name nor its limits or key are in it. */
  public static String hash(EndpointSpec endpoint, String prompt, int sample) {
    return Hashes.sha256(endpoint.identity(), endpoint.model(), prompt, Integer.toString(sample));
  }

  /** The parameters in a prompt, as JSON; of a service an empty object. */
  static String parameters(EndpointSpec endpoint, String prompt) {
    if (endpoint.kind().equals("http-json")) {
      return "{}";
    }
    ObjectNode root = Json.readObject(prompt);
    JsonNode parameters = root.path("parameters");
    return parameters.isObject() ? Json.write(parameters) : "{}";
  }
}
