package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Optional;
import java.util.stream.Collectors;

/** Anthropic's messages. A schema is asked for as the input of a tool that must be used. */
record AnthropicWire() implements Wire {
  private static final String VERSION = "2023-06-01";
  private static final int MAX_TOKENS = 1024;

  @Override
  public HttpRequest.Builder request(EndpointSpec endpoint, String prompt) {
    ChatRequest request = ChatRequest.of(prompt);
    ParametersConfig parameters = request.parameters();
    ObjectNode body = Json.object();
    body.put("model", endpoint.model());
    body.put("max_tokens", parameters.maxTokens().orElse(MAX_TOKENS));
    String system =
        request.messages().stream()
            .filter(turn -> turn.role().equals("system"))
            .map(Message::text)
            .collect(Collectors.joining("\n\n"));
    if (!system.isEmpty()) {
      body.put("system", system);
    }
    ArrayNode turns = body.putArray("messages");
    request.messages().stream()
        .filter(turn -> !turn.role().equals("system"))
        .forEach(turn -> turns.addObject().put("role", turn.role()).put("content", turn.text()));
    parameters.temperature().ifPresent(value -> body.put("temperature", value));
    parameters.topP().ifPresent(value -> body.put("top_p", value));
    request
        .schema()
        .ifPresent(
            schema -> {
              body.putArray("tools")
                  .addObject()
                  .put("name", schema.name())
                  .set("input_schema", Json.readObject(schema.json()));
              body.putObject("tool_choice").put("type", "tool").put("name", schema.name());
            });
    if (!parameters.extra().isBlank()) {
      body.setAll(Json.readObject(parameters.extra()));
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl() + "/messages"))
            .setHeader("anthropic-version", VERSION)
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
    endpoint.bearer().ifPresent(key -> builder.setHeader("x-api-key", key));
    return builder;
  }

  @Override
  public Reply read(EndpointSpec endpoint, String prompt, String body) {
    JsonNode root = Json.read(body);
    if (!root.path("content").isArray()) {
      throw new CallException(Failure.MALFORMED, "no content in: " + Replies.shown(body));
    }
    String finish = root.path("stop_reason").asText("");
    if (finish.equals("refusal")) {
      throw new CallException(Failure.REFUSED, "the model refused");
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode block : root.path("content")) {
      if (block.path("type").asText().equals("tool_use")) {
        text.append(Json.write(block.path("input")));
      } else {
        text.append(block.path("text").asText(""));
      }
    }
    JsonNode usage = root.path("usage");
    return Replies.checked(
        ChatRequest.of(prompt),
        new Reply(
            text.toString(),
            new Usage(
                Replies.count(usage.path("input_tokens")),
                Replies.count(usage.path("output_tokens"))),
            finish,
            Optional.empty()));
  }
}
