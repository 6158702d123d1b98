package dev.assay.llm;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;

/** Any service that takes JSON and gives JSON. The prompt is the body, the reply is the body. */
record ServiceWire(EndpointSpec endpoint) implements Wire {

  @Override
  public HttpRequest.Builder request(String prompt) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl()))
            .POST(HttpRequest.BodyPublishers.ofString(prompt));
    endpoint.keyHeader("Authorization", "Bearer ").forEach(builder::setHeader);
    return builder;
  }

  @Override
  public Reply read(String prompt, String body) {
    if (body.isBlank()) {
      throw new CallException(Failure.EMPTY, "the reply has no body");
    }
    Json.read(body);
    return new Reply(body, Usage.UNKNOWN, "", Optional.empty());
  }
}
