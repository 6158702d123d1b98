package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.AttemptException;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Json;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Reply;
import dev.assay.llm.Tool;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * OpenAI's chat completions, which vLLM, llama.cpp's server, Ollama and most others speak too.
 *
 * @param azure with Azure's URL and header
 */
record OpenAiDialect(EndpointSpec endpoint, boolean azure) implements Dialect {

  @Override
  public URI url() {
    String url = endpoint.baseUrl() + "/chat/completions";
    return URI.create(azure ? url + "?api-version=" + endpoint.apiVersion() : url);
  }

  @Override
  public Map<String, String> headers(String body) {
    return azure
        ? endpoint.keyHeader("api-key", "")
        : endpoint.keyHeader("Authorization", "Bearer ");
  }

  @Override
  public ObjectNode body(ChatRequest asked, List<Tool> tools) {
    ParametersConfig given = asked.parameters();
    ObjectNode body = Json.object().put("model", endpoint.model());
    messages(body.putArray("messages"), asked);
    given.temperature().ifPresent(value -> body.put("temperature", value));
    given.topP().ifPresent(value -> body.put("top_p", value));
    body.put("stream", false);
    given.maxTokens().ifPresent(value -> body.put("max_tokens", value));
    if (!tools.isEmpty()) {
      functions(body.putArray("tools"), tools);
      body.put("tool_choice", "required");
    }
    if (given.logprobs()) {
      body.put("logprobs", true);
    }
    given.seed().ifPresent(value -> body.put("seed", value));
    if (tools.isEmpty()) {
      asked.form().ifPresent(form -> form(body.putObject("response_format"), form));
    }
    return body;
  }

  /** The turns as OpenAI and Ollama write them. */
  static void messages(ArrayNode turns, ChatRequest asked) {
    for (Message message : Dialect.turns(asked)) {
      turns.addObject().put("role", message.role()).put("content", message.text());
    }
  }

  /** The tools as OpenAI and Ollama write them. */
  static void functions(ArrayNode offered, List<Tool> tools) {
    for (Tool tool : tools) {
      ObjectNode function = offered.addObject().put("type", "function").putObject("function");
      Dialect.named(function, tool).set("parameters", Json.readObject(tool.parameters()));
    }
  }

  private static void form(ObjectNode format, JsonSchema form) {
    format
        .put("type", "json_schema")
        .putObject("json_schema")
        .put("name", form.name())
        .put("strict", true)
        .set("schema", Json.readObject(form.json()));
  }

  @Override
  public boolean formsAreTools() {
    return false;
  }

  @Override
  public String finish() {
    return "/choices/0/finish_reason";
  }

  @Override
  public Reply read(ChatRequest asked, JsonNode root, String finish) {
    if (root.path("choices").size() > 1) {
      throw new IllegalArgumentException("more than one of choices");
    }
    JsonNode message = Dialect.object(root, "/choices/0/message");
    String refusal = Dialect.text(message.path("refusal"));
    if (!refusal.isBlank()) {
      throw new AttemptException(Failure.REFUSED, refusal);
    }
    JsonNode call = message.at("/tool_calls/0/function");
    JsonNode logprobs = root.at("/choices/0/logprobs");
    return new Reply(
        call.isObject()
            ? Dialect.call(asked, call.path("name"), call.path("arguments"))
            : Dialect.text(message.path("content")),
        Dialect.usage(root.path("usage"), "prompt_tokens", "completion_tokens"),
        finish,
        logprobs.isMissingNode() || logprobs.isNull()
            ? Optional.empty()
            : Optional.of(Json.write(logprobs)));
  }
}
