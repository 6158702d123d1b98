package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Amazon Bedrock's Converse with a Bedrock API key; requests are not signed (no SigV4). */
record BedrockWire() implements Wire {

  @Override
  public HttpRequest.Builder request(EndpointSpec endpoint, String prompt) {
    ChatRequest request = ChatRequest.of(prompt);
    ParametersConfig parameters = request.parameters();
    ObjectNode body = Json.object();
    ArrayNode system = Json.object().putArray("system");
    ArrayNode turns = body.putArray("messages");
    for (Message message : request.messages()) {
      if (message.role().equals("system")) {
        system.addObject().put("text", message.text());
      } else {
        turns
            .addObject()
            .put("role", message.role())
            .putArray("content")
            .addObject()
            .put("text", message.text());
      }
    }
    if (!system.isEmpty()) {
      body.set("system", system);
    }
    ObjectNode inference = body.putObject("inferenceConfig");
    parameters.temperature().ifPresent(value -> inference.put("temperature", value));
    parameters.topP().ifPresent(value -> inference.put("topP", value));
    parameters.maxTokens().ifPresent(value -> inference.put("maxTokens", value));
    request.schema().ifPresent(schema -> form(body, schema));
    if (!parameters.extra().isBlank()) {
      body.setAll(Json.readObject(parameters.extra()));
    }
    String model = URLEncoder.encode(endpoint.model(), StandardCharsets.UTF_8);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl() + "/model/" + model + "/converse"))
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
    endpoint.bearer().ifPresent(key -> builder.setHeader("Authorization", "Bearer " + key));
    return builder;
  }

  private static void form(ObjectNode body, JsonSchema schema) {
    ObjectNode config = body.putObject("toolConfig");
    ObjectNode tool = config.putArray("tools").addObject().putObject("toolSpec");
    tool.put("name", schema.name())
        .putObject("inputSchema")
        .set("json", Json.readObject(schema.json()));
    config.putObject("toolChoice").putObject("tool").put("name", schema.name());
  }

  @Override
  public Reply read(EndpointSpec endpoint, String prompt, String body) {
    JsonNode root = Json.read(body);
    JsonNode content = root.path("output").path("message").path("content");
    if (!content.isArray()) {
      throw new CallException(
          Failure.MALFORMED, "no output.message.content in: " + Replies.shown(body));
    }
    String finish = root.path("stopReason").asText("");
    if (finish.equals("guardrail_intervened") || finish.equals("content_filtered")) {
      throw new CallException(Failure.REFUSED, "stopped by " + finish);
    }
    StringBuilder text = new StringBuilder();
    for (JsonNode block : content) {
      if (block.has("toolUse")) {
        text.append(Json.write(block.path("toolUse").path("input")));
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
                Replies.count(usage.path("inputTokens")),
                Replies.count(usage.path("outputTokens"))),
            finish,
            Optional.empty()));
  }
}
