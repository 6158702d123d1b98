package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;

/** Ollama's own chat; its {@code /v1} is of kind openai. */
record OllamaWire() implements Wire {

  @Override
  public HttpRequest.Builder request(EndpointSpec endpoint, String prompt) {
    ChatRequest request = ChatRequest.of(prompt);
    ParametersConfig parameters = request.parameters();
    ObjectNode body = Json.object();
    body.put("model", endpoint.model()).put("stream", false);
    ArrayNode turns = body.putArray("messages");
    request
        .messages()
        .forEach(turn -> turns.addObject().put("role", turn.role()).put("content", turn.text()));
    ObjectNode options = body.putObject("options");
    parameters.temperature().ifPresent(value -> options.put("temperature", value));
    parameters.topP().ifPresent(value -> options.put("top_p", value));
    parameters.maxTokens().ifPresent(value -> options.put("num_predict", value));
    parameters.seed().ifPresent(value -> options.put("seed", value));
    request.schema().ifPresent(schema -> body.set("format", Json.readObject(schema.json())));
    if (!parameters.extra().isBlank()) {
      body.setAll(Json.readObject(parameters.extra()));
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl() + "/api/chat"))
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
    endpoint.bearer().ifPresent(key -> builder.setHeader("Authorization", "Bearer " + key));
    return builder;
  }

  @Override
  public Reply read(EndpointSpec endpoint, String prompt, String body) {
    JsonNode root = Json.read(body);
    if (!root.path("message").isObject()) {
      throw new CallException(Failure.MALFORMED, "no message in: " + Replies.shown(body));
    }
    return Replies.checked(
        ChatRequest.of(prompt),
        new Reply(
            root.path("message").path("content").asText(""),
            new Usage(
                Replies.count(root.path("prompt_eval_count")),
                Replies.count(root.path("eval_count"))),
            root.path("done_reason").asText(""),
            Optional.empty()));
  }
}
