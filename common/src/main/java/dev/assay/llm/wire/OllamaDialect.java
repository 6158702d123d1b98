package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.Tool;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ollama's own chat; its {@code /v1} is of kind openai. Nothing makes a model use its tools. */
record OllamaDialect(EndpointSpec endpoint) implements Dialect {

  @Override
  public URI url() {
    return URI.create(endpoint.baseUrl() + "/api/chat");
  }

  @Override
  public Map<String, String> headers(String body) {
    return endpoint.keyHeader("Authorization", "Bearer ");
  }

  @Override
  public ObjectNode body(ChatRequest asked, List<Tool> tools) {
    ParametersConfig given = asked.parameters();
    ObjectNode body = Json.object().put("model", endpoint.model());
    OpenAiDialect.messages(body.putArray("messages"), asked);
    ObjectNode options = body.putObject("options");
    given.temperature().ifPresent(value -> options.put("temperature", value));
    given.topP().ifPresent(value -> options.put("top_p", value));
    given.seed().ifPresent(value -> options.put("seed", value));
    given.maxTokens().ifPresent(value -> options.put("num_predict", value));
    body.put("stream", false);
    if (tools.isEmpty()) {
      asked.form().ifPresent(form -> body.set("format", Json.readObject(form.json())));
    } else {
      OpenAiDialect.functions(body.putArray("tools"), tools);
    }
    return body;
  }

  @Override
  public boolean formsAreTools() {
    return false;
  }

  @Override
  public String finish() {
    return "/done_reason";
  }

  @Override
  public Reply read(ChatRequest asked, JsonNode root, String finish) {
    JsonNode message = Dialect.object(root, "/message");
    JsonNode call = message.at("/tool_calls/0/function");
    return new Reply(
        call.isObject()
            ? Dialect.call(asked, call.path("name"), call.path("arguments"))
            : Dialect.text(message.path("content")),
        Dialect.usage(root, "prompt_eval_count", "eval_count"),
        finish,
        Optional.empty());
  }
}
