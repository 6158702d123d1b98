package dev.assay.judges;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Message;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * One judge: which model is asked, and how it is to write. It makes questions and sends none, so it
 * has no key.
 *
 * @param request an empty request with the model's parameters, as {@link ChatRequest#prompt} writes
 *     it
 */
public record Seat(EndpointSpec endpoint, String request) implements Serializable {

  public Seat {
    endpoint = endpoint.withoutSecrets();
  }

  public Seat(EndpointSpec endpoint, ParametersConfig parameters) {
    this(
        endpoint,
        new ChatRequest(List.of(Message.user("")), parameters, Optional.empty()).prompt());
  }

  public ParametersConfig parameters() {
    return ChatRequest.of(request).parameters();
  }

  /** What the {@code model} column says of it. */
  public String id() {
    return endpoint.name() + ":" + endpoint.model();
  }

  /** All that its replies depend on; no name, limit or key. */
  String provenance() {
    return String.join(
        " ", endpoint.kind(), endpoint.baseUrl(), endpoint.apiVersion(), endpoint.model(), request);
  }
}
