package dev.assay.llm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.blocks.ParametersConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a chat model is asked.
 *
 * @param messages at least one
 * @param parameters how it is to write
 * @param schema the form of the reply, if it must have one
 * @param tools of which the model must call one; empty: it has none, and replies by text
 */
public record ChatRequest(
    List<Message> messages,
    ParametersConfig parameters,
    Optional<JsonSchema> schema,
    List<Tool> tools) {

  public ChatRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    if (messages.isEmpty()) {
      throw new IllegalArgumentException("A request has at least one message");
    }
    if (schema.isPresent() && !tools.isEmpty()) {
      throw new IllegalArgumentException("A reply by tools has no other form");
    }
  }

  /** A request without tools. */
  public ChatRequest(
      List<Message> messages, ParametersConfig parameters, Optional<JsonSchema> schema) {
    this(messages, parameters, schema, List.of());
  }

  /** The same with other messages. */
  ChatRequest with(List<Message> others) {
    return new ChatRequest(others, parameters, schema, tools);
  }

  /**
   * The form that the reply's text has: {@code schema}, or of a call of a tool {@code {"tool":
   * name, "arguments": {…}}}. Empty if any text will do.
   */
  public Optional<JsonSchema> form() {
    if (tools.isEmpty()) {
      return schema;
    }
    ObjectNode root = Json.object().put("type", "object");
    ArrayNode calls = root.putArray("anyOf");
    for (Tool tool : tools) {
      ObjectNode call = calls.addObject().put("type", "object");
      ObjectNode fields = call.putObject("properties");
      fields.putObject("tool").put("type", "string").putArray("enum").add(tool.name());
      fields.set("arguments", Json.readObject(tool.parameters()));
      call.putArray("required").add("tool").add("arguments");
      call.put("additionalProperties", false);
    }
    return Optional.of(new JsonSchema("call", Json.write(root)));
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
      given.set("extra", SecretPlaces.lifted(Json.sorted(Json.readObject(parameters.extra()))));
    }
    schema.ifPresent(
        form ->
            root.putObject("schema")
                .put("name", form.name())
                .set("schema", Json.readObject(form.json())));
    if (!tools.isEmpty()) {
      ArrayNode offered = root.putArray("tools");
      for (Tool tool : tools) {
        offered
            .addObject()
            .put("name", tool.name())
            .put("description", tool.description())
            .set("parameters", Json.readObject(tool.parameters()));
      }
    }
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
    List<Tool> tools = new ArrayList<>();
    root.path("tools")
        .forEach(
            tool ->
                tools.add(
                    new Tool(
                        tool.path("name").asText(),
                        tool.path("description").asText(),
                        Json.write(tool.path("parameters")))));
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
            : Optional.empty(),
        tools);
  }
}
