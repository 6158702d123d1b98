package dev.assay.llm.wire;

import dev.assay.llm.AttemptException;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.SecretPlaces;
import dev.assay.llm.Usage;
import dev.assay.llm.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;

/** Any service that takes JSON and gives JSON. The prompt is the body, the reply is the body. */
record ServiceWire(EndpointSpec endpoint) implements Wire {

  @Override
  public HttpRequest.Builder request(String prompt) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl()))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    SecretPlaces.sent(prompt, endpoint.bodySecrets())));
    endpoint.keyHeader("Authorization", "Bearer ").forEach(builder::setHeader);
    return builder;
  }

  @Override
  public Reply read(String prompt, String body) {
    if (body.isBlank()) {
      throw new AttemptException(Failure.EMPTY, "the reply has no body");
    }
    Json.read(body);
    return new Reply(body, Usage.UNKNOWN, "", Optional.empty());
  }
}
