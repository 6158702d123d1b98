package dev.assay.llm;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.config.ParametersConfig;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.model.chat.request.ChatRequestParameters;
import dev.langchain4j.model.chat.request.DefaultChatRequestParameters;
import dev.langchain4j.model.chat.request.ToolChoice;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A chat, as LangChain4j's client for its provider writes and reads it; {@link Transport} carries
 * the bytes. Two things are put into the bytes that LangChain4j wrote: the schemas of forms and
 * tools as they are (its own know no bounds and no order, and its raw ones break where Spark has
 * brought jackson-module-scala), and what the configuration says under {@code extra}. The key never
 * reaches it.
 */
final class ChatWire implements Wire {
  private static final Set<String> REFUSALS =
      Set.of("content_filter", "refusal", "guardrail_intervened", "content_filtered");

  /** Of the headers that a client writes the ones that say something: the others are ours. */
  private static final Set<String> KEPT = Set.of("anthropic-version", "anthropic-beta");

  private final EndpointSpec endpoint;
  private final Dialect dialect;
  private final Dialect.Client client;

  ChatWire(EndpointSpec endpoint, Dialect dialect) {
    this.endpoint = endpoint;
    this.dialect = dialect;
    this.client = dialect.client(endpoint);
  }

  @Override
  public HttpRequest.Builder request(String prompt) {
    ChatRequest asked = ChatRequest.of(prompt);
    Courier.Letter written = client.courier().written(() -> client.model().chat(translated(asked)));
    ObjectNode body = Json.readObject(written.body());
    List<Tool> tools = tools(asked);
    Iterator<Tool> each = tools.iterator();
    JsonPointer place = JsonPointer.compile(dialect.arguments());
    dialect
        .offered(body)
        .forEach(
            tool ->
                ((ObjectNode) tool.at(place.head()))
                    .set(
                        place.last().getMatchingProperty(),
                        Json.readObject(each.next().parameters())));
    if (tools.isEmpty()) {
      asked.form().ifPresent(form -> dialect.form(body, form));
    }
    if (!asked.parameters().extra().isBlank()) {
      body.setAll(Json.readObject(asked.parameters().extra()));
    }
    URI url = URI.create(written.url());
    String text = Json.write(body);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(url).POST(HttpRequest.BodyPublishers.ofString(text));
    written
        .headers()
        .forEach(
            (name, values) -> {
              if (KEPT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
              }
            });
    dialect.authorise(builder, endpoint, url, text);
    return builder;
  }

  private dev.langchain4j.model.chat.request.ChatRequest translated(ChatRequest asked) {
    ParametersConfig given = asked.parameters();
    DefaultChatRequestParameters.Builder<?> common = ChatRequestParameters.builder();
    given.temperature().ifPresent(common::temperature);
    given.topP().ifPresent(common::topP);
    given.maxTokens().ifPresent(common::maxOutputTokens);
    List<Tool> tools = tools(asked);
    if (!tools.isEmpty()) {
      common.toolSpecifications(tools.stream().map(ChatWire::specification).toList());
      if (dialect.toolsCanBeRequired()) {
        common.toolChoice(ToolChoice.REQUIRED);
      }
    }
    List<ChatMessage> turns = new ArrayList<>();
    asked.messages().stream()
        .filter(message -> !(message.role().equals("system") && message.text().isBlank()))
        .forEach(message -> turns.add(turn(message)));
    return dev.langchain4j.model.chat.request.ChatRequest.builder()
        .messages(turns)
        .parameters(dialect.parameters(given).overrideWith(common.build()))
        .build();
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

  private static ToolSpecification specification(Tool tool) {
    ToolSpecification.Builder builder =
        ToolSpecification.builder()
            .name(tool.name())
            .parameters(JsonObjectSchema.builder().addStringProperty("replaced").build());
    return tool.description().isEmpty()
        ? builder.build()
        : builder.description(tool.description()).build();
  }

  private static ChatMessage turn(Message message) {
    return switch (message.role()) {
      case "system" -> SystemMessage.from(message.text());
      case "assistant" -> AiMessage.from(message.text());
      default -> UserMessage.from(message.text());
    };
  }

  @Override
  public Reply read(String prompt, String body) {
    ChatRequest asked = ChatRequest.of(prompt);
    JsonNode root = Json.read(body);
    String finish = root.at(dialect.finish()).asText("");
    ChatResponse response;
    try {
      response = client.courier().read(body, () -> client.model().chat(translated(asked)));
    } catch (ContentFilteredException refused) {
      throw new CallException(Failure.REFUSED, refused.getMessage());
    } catch (RuntimeException unreadable) {
      throw new CallException(
          Failure.MALFORMED,
          "no reply of kind %s (%s) in: %s"
              .formatted(endpoint.kind(), unreadable.getMessage(), Replies.shown(body)));
    }
    if (REFUSALS.contains(finish)) {
      throw new CallException(Failure.REFUSED, "stopped by " + finish);
    }
    return Replies.checked(
        asked,
        new Reply(
            text(asked, response.aiMessage()),
            usage(Optional.ofNullable(response.metadata().tokenUsage())),
            finish,
            Replies.json(root.at("/choices/0/logprobs"))));
  }

  /** What the model wrote; of a call of a tool its name and arguments, of several the first. */
  private String text(ChatRequest asked, AiMessage message) {
    if (!message.hasToolExecutionRequests()) {
      return Optional.ofNullable(message.text()).orElse("");
    }
    ToolExecutionRequest call = message.toolExecutionRequests().get(0);
    JsonNode arguments;
    try {
      arguments = Json.read(call.arguments());
    } catch (IllegalArgumentException notJson) {
      arguments = new TextNode(call.arguments());
    }
    return Json.write(
        asked.tools().isEmpty()
            ? arguments
            : Json.object().put("tool", call.name()).set("arguments", arguments));
  }

  private static Usage usage(Optional<TokenUsage> told) {
    return new Usage(
        count(told.map(TokenUsage::inputTokenCount)),
        count(told.map(TokenUsage::outputTokenCount)));
  }

  private static OptionalLong count(Optional<Integer> tokens) {
    return tokens.filter(number -> number >= 0).stream().mapToLong(Integer::longValue).findFirst();
  }
}
