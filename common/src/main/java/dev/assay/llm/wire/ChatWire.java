package dev.assay.llm.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.llm.AttemptException;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.Json;
import dev.assay.llm.Reply;
import dev.assay.llm.SecretPlaces;
import dev.assay.llm.Tool;
import dev.assay.llm.Wire;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Set;

/** A chat with a language model: what all providers have in common. */
record ChatWire(EndpointSpec endpoint, Dialect dialect) implements Wire {
  private static final Set<String> REFUSALS =
      Set.of("content_filter", "refusal", "guardrail_intervened", "content_filtered");

  @Override
  public HttpRequest.Builder request(String prompt) {
    ChatRequest asked = ChatRequest.of(prompt);
    ObjectNode body = dialect.body(asked, tools(asked));
    if (!asked.parameters().extra().isBlank()) {
      body.setAll(Json.readObject(asked.parameters().extra()));
    }
    String text = SecretPlaces.sent(Json.write(body), endpoint.bodySecrets());
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(dialect.url()).POST(HttpRequest.BodyPublishers.ofString(text));
    dialect.headers(text).forEach(builder::setHeader);
    return builder;
  }

  /** The tools that are offered: the request's, or its form where that is asked for as one. */
  private List<Tool> tools(ChatRequest asked) {
    if (endpoint.toolCalling() && !asked.tools().isEmpty()) {
      return asked.tools();
    }
    return dialect.formsAreTools()
        ? asked.form().map(form -> new Tool(form.name(), "", form.json())).stream().toList()
        : List.of();
  }

  @Override
  public Reply read(String prompt, String body) {
    ChatRequest asked = ChatRequest.of(prompt);
    JsonNode root = Json.read(body);
    String finish = root.at(dialect.finish()).asText("");
    if (REFUSALS.contains(finish)) {
      throw new AttemptException(Failure.REFUSED, "stopped by " + finish);
    }
    Reply reply;
    try {
      reply = dialect.read(asked, root, finish);
    } catch (IllegalArgumentException unreadable) {
      throw new AttemptException(
          Failure.MALFORMED,
          "no reply of kind %s (%s) in: %s"
              .formatted(endpoint.kind(), unreadable.getMessage(), Json.shown(body)));
    }
    return reply.checked(asked);
  }
}
