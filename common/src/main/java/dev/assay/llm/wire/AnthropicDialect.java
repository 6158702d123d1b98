package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.Tool;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Anthropic's messages. A form is asked for as the input of a tool that must be used. */
record AnthropicDialect(EndpointSpec endpoint) implements Dialect {
  private static final String VERSION = "2023-06-01";

  /** Requests must have a limit of tokens. */
  private static final int MAX_TOKENS = 1024;

  @Override
  public URI url() {
    return URI.create(endpoint.baseUrl() + "/messages");
  }

  @Override
  public Map<String, String> headers(String body) {
    Map<String, String> headers = new HashMap<>(endpoint.keyHeader("x-api-key", ""));
    headers.put("anthropic-version", VERSION);
    return headers;
  }

  @Override
  public ObjectNode body(ChatRequest asked, List<Tool> tools) {
    ParametersConfig given = asked.parameters();
    ObjectNode body = Json.object().put("model", endpoint.model());
    Dialect.blocks(
        body,
        asked,
        (blocks, message) -> {
          // A model's turn may be empty, but not have an empty text.
          if (!(message.role().equals("assistant") && message.text().isBlank())) {
            blocks.addObject().put("type", "text").put("text", message.text());
          }
        });
    body.put("max_tokens", given.maxTokens().orElse(MAX_TOKENS)).put("stream", false);
    given.temperature().ifPresent(value -> body.put("temperature", value));
    given.topP().ifPresent(value -> body.put("top_p", value));
    if (!tools.isEmpty()) {
      ArrayNode offered = body.putArray("tools");
      for (Tool tool : tools) {
        Dialect.named(offered.addObject(), tool)
            .set("input_schema", Json.readObject(tool.parameters()));
      }
      body.putObject("tool_choice").put("type", "any");
    }
    return body;
  }

  @Override
  public boolean formsAreTools() {
    return true;
  }

  @Override
  public String finish() {
    return "/stop_reason";
  }

  @Override
  public Reply read(ChatRequest asked, JsonNode root, String finish) {
    JsonNode blocks = Dialect.array(root, "/content");
    String text = Dialect.texts(blocks, "\n");
    for (JsonNode block : blocks) {
      if (block.path("type").asText().equals("tool_use")) {
        text = Dialect.call(asked, block.path("name"), block.path("input"));
        break;
      }
    }
    return new Reply(
        text,
        Dialect.usage(root.path("usage"), "input_tokens", "output_tokens"),
        finish,
        Optional.empty());
  }
}
