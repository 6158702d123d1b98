package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.ParametersConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a chat model is asked.
 *
 * @param messages at least one
 * @param parameters how it is to write
 * @param schema the form of the reply, if it must have one
 */
public record ChatRequest(
    List<Message> messages, ParametersConfig parameters, Optional<JsonSchema> schema) {

  public ChatRequest {
    messages = List.copyOf(messages);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("A request has at least one message");
    }
  }

  /**
   * The request as text; equal requests have the same text. It is what the ledger keeps. A schema's
   * fields stay in their order: endpoints that hold a model to a schema let it write them so.
   */
  public String prompt() {
    ObjectNode root = Json.object();
    ArrayNode turns = root.putArray("messages");
    for (Message message : messages) {
      turns.addObject().put("role", message.role()).put("content", message.text());
    }
    ObjectNode given = root.putObject("parameters");
    parameters.temperature().ifPresent(value -> given.put("temperature", value));
    parameters.topP().ifPresent(value -> given.put("top_p", value));
    parameters.maxTokens().ifPresent(value -> given.put("max_tokens", value));
    parameters.seed().ifPresent(value -> given.put("seed", value));
    if (parameters.logprobs()) {
      given.put("logprobs", true);
    }
    if (!parameters.extra().isBlank()) {
      given.set("extra", Json.sorted(Json.readObject(parameters.extra())));
    }
    schema.ifPresent(
        form ->
            root.putObject("schema")
                .put("name", form.name())
                .set("schema", Json.readObject(form.json())));
    return Json.write(root);
  }

  /** The request that {@link #prompt()} wrote. */
  public static ChatRequest of(String prompt) {
    ObjectNode root = Json.readObject(prompt);
    List<Message> messages = new ArrayList<>();
    root.path("messages")
        .forEach(
            turn ->
                messages.add(
                    new Message(turn.path("role").asText(), turn.path("content").asText())));
    JsonNode given = root.path("parameters");
    JsonNode form = root.path("schema");
    return new ChatRequest(
        messages,
        new ParametersConfig(
            given.has("temperature")
                ? Optional.of(given.path("temperature").asDouble())
                : Optional.empty(),
            given.has("top_p") ? Optional.of(given.path("top_p").asDouble()) : Optional.empty(),
            given.has("max_tokens")
                ? Optional.of(given.path("max_tokens").asInt())
                : Optional.empty(),
            given.has("seed") ? Optional.of(given.path("seed").asLong()) : Optional.empty(),
            given.path("logprobs").asBoolean(),
            given.has("extra") ? Json.write(given.path("extra")) : ""),
        form.isObject()
            ? Optional.of(
                new JsonSchema(form.path("name").asText(), Json.write(form.path("schema"))))
            : Optional.empty());
  }
}
