package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.llm.AttemptException;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.SecretPlaces;
import dev.assay.llm.Usage;
import dev.assay.llm.Wire;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.Map;
import java.util.Optional;

/**
 * Completions, asked for the log-probabilities of the prompt's own tokens and nothing else: the
 * older API's {@code echo}, or vLLM's {@code prompt_logprobs}. The prompt is the request's last
 * message. The reply's log-probabilities are an array of {token, offset, logprob}, offsets in code
 * points; the first token has none.
 *
 * @param vllm with vLLM's own field
 */
record CompletionsWire(EndpointSpec endpoint, boolean vllm) implements Wire {

  @Override
  public HttpRequest.Builder request(String prompt) {
    ChatRequest request = ChatRequest.of(prompt);
    ObjectNode body = Json.object();
    body.put("model", endpoint.model());
    body.put("prompt", text(request));
    // Some servers refuse 0; what they write is left out.
    body.put("max_tokens", 1).put("temperature", 0);
    if (vllm) {
      body.put("prompt_logprobs", 0);
    } else {
      body.put("echo", true).put("logprobs", 1);
    }
    if (!request.parameters().extra().isBlank()) {
      body.setAll(Json.readObject(request.parameters().extra()));
    }
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(endpoint.baseUrl() + "/completions"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    SecretPlaces.sent(Json.write(body), endpoint.bodySecrets())));
    endpoint.keyHeader("Authorization", "Bearer ").forEach(builder::setHeader);
    return builder;
  }

  private static String text(ChatRequest request) {
    return request.messages().get(request.messages().size() - 1).text();
  }

  @Override
  public Reply read(String prompt, String body) {
    JsonNode root = Json.read(body);
    JsonNode choice = root.path("choices").path(0);
    if (!choice.isObject()) {
      throw new AttemptException(Failure.MALFORMED, "no choices[0] in: " + Json.shown(body));
    }
    String text = text(ChatRequest.of(prompt));
    ArrayNode tokens =
        vllm
            ? told(choice.path("prompt_logprobs"))
            : echoed(choice.path("logprobs"), text.codePointCount(0, text.length()));
    if (tokens.isEmpty()) {
      throw new AttemptException(
          Failure.WRONG_SCHEMA,
          "the endpoint gives no log-probabilities of the prompt's tokens; kind = completions needs"
              + " a server with echo, kind = vllm-completions one with prompt_logprobs");
    }
    JsonNode usage = root.path("usage");
    return new Reply(
        choice.path("text").asText(""),
        new Usage(
            Json.count(usage.path("prompt_tokens")), Json.count(usage.path("completion_tokens"))),
        choice.path("finish_reason").asText(""),
        Optional.of(Json.write(tokens)));
  }

  private static ArrayNode echoed(JsonNode logprobs, int length) {
    ArrayNode tokens = Json.object().arrayNode();
    for (int i = 0; i < logprobs.path("tokens").size(); i++) {
      int offset = logprobs.path("text_offset").path(i).asInt(-1);
      if (offset >= 0 && offset < length) {
        add(
            tokens,
            logprobs.path("tokens").path(i).asText(),
            offset,
            logprobs.path("token_logprobs").path(i));
      }
    }
    return tokens;
  }

  /** One object a token, of which the first field is the prompt's own. */
  private static ArrayNode told(JsonNode list) {
    ArrayNode tokens = Json.object().arrayNode();
    int offset = 0;
    for (JsonNode place : list) {
      Optional<Map.Entry<String, JsonNode>> own =
          place.isObject() && !place.isEmpty()
              ? Optional.of(place.fields().next())
              : Optional.empty();
      String token = own.map(entry -> entry.getValue().path("decoded_token").asText("")).orElse("");
      add(
          tokens,
          token,
          offset,
          own.map(entry -> entry.getValue().path("logprob")).orElse(Json.object().path("")));
      offset += token.codePointCount(0, token.length());
    }
    return tokens;
  }

  private static void add(ArrayNode tokens, String token, int offset, JsonNode logprob) {
    ObjectNode one = tokens.addObject().put("token", token).put("offset", offset);
    if (logprob.isNumber()) {
      one.put("logprob", logprob.asDouble());
    }
  }
}
