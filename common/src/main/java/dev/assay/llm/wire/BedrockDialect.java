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
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Amazon Bedrock's Converse. With a Bedrock API key that is sent; without one requests are signed.
 * A form is asked for as the input of a tool that must be used.
 */
record BedrockDialect(EndpointSpec endpoint, Signer signer) implements Dialect {

  @Override
  public URI url() {
    String model = URLEncoder.encode(endpoint.model(), StandardCharsets.UTF_8).replace("+", "%20");
    return URI.create(endpoint.baseUrl() + "/model/" + model + "/converse");
  }

  @Override
  public Map<String, String> headers(String body) {
    return endpoint.hasKey()
        ? endpoint.keyHeader("Authorization", "Bearer ")
        : signer.headers(url(), body);
  }

  @Override
  public ObjectNode body(ChatRequest asked, List<Tool> tools) {
    ObjectNode body = Json.object();
    Dialect.blocks(
        body, asked, (blocks, message) -> blocks.addObject().put("text", message.text()));
    ParametersConfig given = asked.parameters();
    ObjectNode inference = body.putObject("inferenceConfig");
    given.maxTokens().ifPresent(value -> inference.put("maxTokens", value));
    given.temperature().ifPresent(value -> inference.put("temperature", value));
    given.topP().ifPresent(value -> inference.put("topP", value));
    if (!tools.isEmpty()) {
      ObjectNode config = body.putObject("toolConfig");
      ArrayNode offered = config.putArray("tools");
      for (Tool tool : tools) {
        Dialect.named(offered.addObject().putObject("toolSpec"), tool)
            .putObject("inputSchema")
            .set("json", Json.readObject(tool.parameters()));
      }
      config.putObject("toolChoice").putObject("any");
    }
    return body;
  }

  @Override
  public boolean formsAreTools() {
    return true;
  }

  @Override
  public String finish() {
    return "/stopReason";
  }

  @Override
  public Reply read(ChatRequest asked, JsonNode root, String finish) {
    JsonNode blocks = Dialect.array(root, "/output/message/content");
    String text = Dialect.texts(blocks, "\n\n");
    for (JsonNode block : blocks) {
      if (block.has("toolUse")) {
        JsonNode use = block.path("toolUse");
        text = Dialect.call(asked, use.path("name"), use.path("input"));
        break;
      }
    }
    return new Reply(
        text,
        Dialect.usage(root.path("usage"), "inputTokens", "outputTokens"),
        finish,
        Optional.empty());
  }
}
