package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;

/**
 * OpenAI's chat completions, which vLLM, llama.cpp's server, Ollama and most others speak too.
 *
 * @param azure with Azure's URL and header
 */
record OpenAiWire(boolean azure) implements Wire {

  @Override
  public HttpRequest.Builder request(EndpointSpec endpoint, String prompt) {
    ChatRequest request = ChatRequest.of(prompt);
    ObjectNode body = Json.object();
    body.put("model", endpoint.model());
    ArrayNode turns = body.putArray("messages");
    request
        .messages()
        .forEach(turn -> turns.addObject().put("role", turn.role()).put("content", turn.text()));
    ParametersConfig parameters = request.parameters();
    parameters.temperature().ifPresent(value -> body.put("temperature", value));
    parameters.topP().ifPresent(value -> body.put("top_p", value));
    parameters.maxTokens().ifPresent(value -> body.put("max_tokens", value));
    parameters.seed().ifPresent(value -> body.put("seed", value));
    if (parameters.logprobs()) {
      body.put("logprobs", true);
    }
    request.schema().ifPresent(schema -> form(body, schema));
    if (!parameters.extra().isBlank()) {
      body.setAll(Json.readObject(parameters.extra()));
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url(endpoint))
            .POST(HttpRequest.BodyPublishers.ofString(Json.write(body)));
    endpoint
        .bearer()
        .ifPresent(
            key ->
                builder.setHeader(
                    azure ? "api-key" : "Authorization", azure ? key : "Bearer " + key));
    return builder;
  }

  private URI url(EndpointSpec endpoint) {
    String query =
        azure
            ? "?api-version=" + URLEncoder.encode(endpoint.apiVersion(), StandardCharsets.UTF_8)
            : "";
    return URI.create(endpoint.baseUrl() + "/chat/completions" + query);
  }

  private static void form(ObjectNode body, JsonSchema schema) {
    ObjectNode format = body.putObject("response_format").put("type", "json_schema");
    format
        .putObject("json_schema")
        .put("name", schema.name())
        .put("strict", true)
        .set("schema", Json.readObject(schema.json()));
  }

  @Override
  public Reply read(EndpointSpec endpoint, String prompt, String body) {
    JsonNode root = Json.read(body);
    JsonNode choice = root.path("choices").path(0);
    JsonNode message = choice.path("message");
    if (!message.isObject()) {
      throw new CallException(
          Failure.MALFORMED, "no choices[0].message in: " + Replies.shown(body));
    }
    String finish = choice.path("finish_reason").asText("");
    String refusal = message.path("refusal").asText("");
    if (finish.equals("content_filter")
        || !refusal.isEmpty() && !message.path("refusal").isNull()) {
      throw new CallException(
          Failure.REFUSED, refusal.isEmpty() ? "stopped by the content filter" : refusal);
    }
    JsonNode usage = root.path("usage");
    return Replies.checked(
        ChatRequest.of(prompt),
        new Reply(
            message.path("content").isTextual() ? message.path("content").asText() : "",
            new Usage(
                Replies.count(usage.path("prompt_tokens")),
                Replies.count(usage.path("completion_tokens"))),
            finish,
            Replies.json(choice.path("logprobs"))));
  }
}
