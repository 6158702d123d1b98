package dev.assay.llm.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.llm.AttemptException;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Failure;
import dev.assay.llm.JsonSchema;
import dev.assay.llm.Message;
import dev.assay.llm.Reply;
import dev.assay.llm.Specs;
import dev.assay.llm.Tool;
import dev.assay.llm.Usage;
import dev.assay.llm.Wire;
import java.io.ByteArrayOutputStream;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** What each kind writes and reads, by the bytes. */
class WireTest {
  private static final ChatRequest REQUEST =
      new ChatRequest(
          List.of(Message.system("S"), Message.user("U")),
          new ParametersConfig(
              Optional.of(0.0), Optional.empty(), Optional.of(50), Optional.empty(), false, ""),
          Optional.empty());
  private static final ChatRequest FORMED =
      new ChatRequest(
          List.of(Message.user("U")),
          ParametersConfig.NONE,
          Optional.of(new JsonSchema("v", "{\"type\":\"object\"}")));

  @Test
  void azureHasItsOwnUrlAndHeader() {
    HttpRequest request = build("azure-openai", REQUEST);
    assertThat(request.uri()).hasToString("http://h/x/chat/completions?api-version=2024-10-21");
    assertThat(request.headers().firstValue("api-key")).contains("sk-planted-4711");
    assertThat(request.headers().firstValue("Authorization")).isEmpty();
  }

  @Test
  void anthropicWritesTheSystemApartAndASchemaAsATool() {
    HttpRequest request = build("anthropic", REQUEST);
    assertThat(request.uri()).hasToString("http://h/x/messages");
    assertThat(request.headers().firstValue("x-api-key")).contains("sk-planted-4711");
    assertThat(body(request))
        .isEqualTo(
            "{\"model\":\"the/model\","
                + "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"U\"}]}],"
                + "\"system\":[{\"type\":\"text\",\"text\":\"S\"}],\"max_tokens\":50,\"stream\":false,\"temperature\":0.0}");
    assertThat(request.headers().firstValue("anthropic-version")).contains("2023-06-01");
    assertThat(body(build("anthropic", FORMED)))
        .contains("\"tools\":[{\"name\":\"v\",\"input_schema\":{\"type\":\"object\"}}]")
        .contains("\"tool_choice\":{\"type\":\"any\"}");
    Reply reply =
        read(
            "anthropic",
            FORMED,
            "{\"content\":[{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"v\",\"input\":{\"a\":1}}],\"stop_reason\":\"tool_use\","
                + "\"usage\":{\"input_tokens\":5,\"output_tokens\":6}}");
    assertThat(reply.text()).isEqualTo("{\"a\":1}");
    assertThat(reply.usage().total()).isEqualTo(11);
    assertThat(failure("anthropic", REQUEST, "{\"content\":[],\"stop_reason\":\"refusal\"}"))
        .isEqualTo(Failure.REFUSED);
  }

  @Test
  void ollamaAndBedrockHaveFormsOfTheirOwn() {
    assertThat(body(build("ollama", REQUEST)))
        .contains("\"stream\":false", "\"options\":{\"temperature\":0.0,\"num_predict\":50");
    Reply ollama =
        read(
            "ollama",
            REQUEST,
            "{\"message\":{\"content\":\"hi\"},\"done_reason\":\"length\",\"prompt_eval_count\":3,\"eval_count\":4}");
    assertThat(ollama.truncated()).isTrue();
    assertThat(ollama.usage().total()).isEqualTo(7);
    HttpRequest bedrock = build("bedrock", REQUEST);
    assertThat(bedrock.uri()).hasToString("http://h/x/model/the%2Fmodel/converse");
    assertThat(body(bedrock))
        .isEqualTo(
            "{\"messages\":[{\"role\":\"user\",\"content\":[{\"text\":\"U\"}]}],"
                + "\"system\":[{\"text\":\"S\"}],\"inferenceConfig\":{\"maxTokens\":50,\"temperature\":0.0}}");
    Reply reply =
        read(
            "bedrock",
            REQUEST,
            "{\"output\":{\"message\":{\"content\":[{\"text\":\"hi\"}]}},\"stopReason\":\"end_turn\","
                + "\"usage\":{\"inputTokens\":1,\"outputTokens\":2}}");
    assertThat(reply.text()).isEqualTo("hi");
  }

  @Test
  void aToolIsOfferedWithItsWholeSchemaAndACallOfItIsTheReply() {
    String schema =
        "{\"type\":\"object\",\"properties\":{\"z\":{\"type\":\"number\",\"minimum\":0},"
            + "\"a\":{\"type\":\"string\"}},\"required\":[\"z\"]}";
    ChatRequest calling =
        new ChatRequest(
            List.of(Message.user("U")),
            ParametersConfig.NONE,
            Optional.empty(),
            List.of(new Tool("find", "Finds.", schema), new Tool("end", "Ends.", schema)));
    assertThat(ChatRequest.of(calling.prompt())).isEqualTo(calling);
    assertThat(body(build("openai", calling)))
        .contains(
            "{\"type\":\"function\",\"function\":{\"name\":\"find\",\"description\":\"Finds.\",\"parameters\":"
                + schema
                + "}}",
            "\"tool_choice\":\"required\"");
    assertThat(body(build("anthropic", calling)))
        .contains("\"name\":\"end\",\"description\":\"Ends.\",\"input_schema\":" + schema);
    assertThat(body(build("ollama", calling))).contains("\"parameters\":" + schema);
    assertThat(body(build("bedrock", calling)))
        .contains("\"inputSchema\":{\"json\":" + schema + "}", "\"toolChoice\":{\"any\":{}}");
    String call = "{\"tool\":\"end\",\"arguments\":{\"z\":1}}";
    Reply openAi =
        read(
            "openai",
            calling,
            "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"i\",\"type\":\"function\",\"function\":{\"name\":\"end\",\"arguments\":\"{\\\"z\\\":"
                + " 1}\"}}]},\"finish_reason\":\"tool_calls\"}]}");
    assertThat(openAi.text()).isEqualTo(call);
    Reply bedrock =
        read(
            "bedrock",
            calling,
            "{\"output\":{\"message\":{\"role\":\"assistant\",\"content\":[{\"toolUse\":{\"toolUseId\":\"i\","
                + "\"name\":\"end\",\"input\":{\"z\":1}}}]}},\"stopReason\":\"tool_use\"}");
    assertThat(bedrock.text()).isEqualTo(call);
    assertThat(
            failure(
                "openai",
                calling,
                "{\"choices\":[{\"message\":{\"content\":\"I would rather talk.\"}}]}"))
        .isEqualTo(Failure.WRONG_SCHEMA);
  }

  @Test
  void emptyTextsAreSentAndAnEmptySystemPromptIsNone() {
    ChatRequest empty =
        new ChatRequest(
            List.of(Message.system(" "), Message.user(""), Message.assistant("")),
            ParametersConfig.NONE,
            Optional.empty());
    for (String kind : List.of("openai", "anthropic", "ollama", "bedrock")) {
      assertThat(body(build(kind, empty)))
          .as(kind)
          .contains("user")
          .doesNotContain("\"system\":[{", "\"role\":\"system\"");
    }
  }

  @Test
  void whatNoClientKnowsIsAddedToWhatItWrote() {
    ChatRequest own =
        new ChatRequest(
            List.of(Message.user("U")),
            new ParametersConfig(
                Optional.of(.5),
                Optional.empty(),
                Optional.empty(),
                Optional.of(1L << 40),
                true,
                "{\"temperature\":0.25,\"top_k\":[1]}"),
            Optional.empty());
    assertThat(body(build("openai", own)))
        .isEqualTo(
            "{\"model\":\"the/model\",\"messages\":[{\"role\":\"user\",\"content\":\"U\"}],"
                + "\"temperature\":0.25,\"stream\":false,\"logprobs\":true,\"seed\":1099511627776,\"top_k\":[1]}");
  }

  @Test
  @ResourceLock(Resources.SYSTEM_PROPERTIES)
  void bedrockRequestsAreSignedWhereThereIsNoKey() {
    EndpointSpec spec = Specs.of("bedrock", "http://h/x", 1).withoutSecrets();
    List<String> signed = new ArrayList<>();
    Signer signer =
        (url, body) -> {
          signed.add(url + " " + body);
          return Map.of("Authorization", "signed", "X-Amz-Date", "today");
        };
    HttpRequest request = Wires.of(spec, signer).request(REQUEST.prompt()).build();
    assertThat(request.headers().firstValue("Authorization")).contains("signed");
    assertThat(request.headers().firstValue("X-Amz-Date")).contains("today");
    assertThat(signed).containsExactly(request.uri() + " " + body(request));
    assertThatThrownBy(() -> Wires.of(spec).request(REQUEST.prompt()))
        .hasMessageContaining("api-key");
    assertThat(build("bedrock", REQUEST).headers().firstValue("Authorization"))
        .contains("Bearer sk-planted-4711");
  }

  @Test
  void whatIsNotOfAProvidersFormIsMalformedAndWhatItAddsIsNot() {
    assertThat(failure("anthropic", REQUEST, "{\"type\":\"error\"}")).isEqualTo(Failure.MALFORMED);
    assertThat(failure("ollama", REQUEST, "{\"error\":\"no\"}")).isEqualTo(Failure.MALFORMED);
    assertThat(failure("bedrock", REQUEST, "{\"message\":\"no\"}")).isEqualTo(Failure.MALFORMED);
    assertThat(failure("openai", REQUEST, "{\"choices\":[{\"message\":{\"content\":[]}}]}"))
        .isEqualTo(Failure.MALFORMED);
    assertThat(
            failure(
                "ollama", REQUEST, "{\"message\":{\"content\":\"\"},\"done_reason\":\"length\"}"))
        .isEqualTo(Failure.TRUNCATED);
    assertThat(
            failure(
                "azure-openai",
                REQUEST,
                "{\"choices\":[{\"finish_reason\":\"content_filter\",\"content_filter_results\":{}}]}"))
        .isEqualTo(Failure.REFUSED);
    Reply thought =
        read(
            "anthropic",
            REQUEST,
            "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"T\"},{\"type\":\"text\",\"text\":\"hi\"},"
                + "{\"type\":\"novel\"},{\"type\":\"text\",\"text\":\"ho\"}],\"stop_reason\":\"end_turn\"}");
    assertThat(thought.text()).isEqualTo("hi\nho");
    assertThat(thought.usage()).isEqualTo(Usage.UNKNOWN);
    Reply reasoned =
        read(
            "bedrock",
            REQUEST,
            "{\"output\":{\"message\":{\"content\":[{\"reasoningContent\":{\"reasoningText\":{\"text\":\"T\"}}},"
                + "{\"text\":\"hi\"},{\"text\":\"ho\"}]}},\"stopReason\":\"end_turn\"}");
    assertThat(reasoned.text()).isEqualTo("hi\n\nho");
    Reply likely =
        read(
            "openai",
            REQUEST,
            "{\"choices\":[{\"message\":{\"content\":\"hi\"},\"finish_reason\":\"stop\","
                + "\"logprobs\":{\"content\":[{\"token\":\"hi\",\"logprob\":-0.5}]}}],"
                + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}");
    assertThat(likely.logprobs()).contains("{\"content\":[{\"token\":\"hi\",\"logprob\":-0.5}]}");
    assertThat(likely.usage()).isEqualTo(new Usage(OptionalLong.of(1), OptionalLong.of(2)));
  }

  @Test
  void ollamasToolsAreCalledByAnObject() {
    String body =
        "{\"message\":{\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"v\",\"arguments\":{\"z\":1}}}]}}";
    ChatRequest calling =
        new ChatRequest(
            List.of(Message.user("U")),
            ParametersConfig.NONE,
            Optional.empty(),
            List.of(new Tool("v", "", "{\"type\":\"object\"}")));
    assertThat(read("ollama", calling, body).text())
        .isEqualTo("{\"tool\":\"v\",\"arguments\":{\"z\":1}}");
    assertThat(body(build("ollama", FORMED))).endsWith("\"format\":{\"type\":\"object\"}}");
  }

  @Test
  void openAiRefusalsAndCutRepliesAreTold() {
    assertThat(
            failure(
                "openai",
                REQUEST,
                "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"I"
                    + " cannot.\"},\"finish_reason\":\"stop\"}]}"))
        .isEqualTo(Failure.REFUSED);
    assertThat(
            failure(
                "openai",
                FORMED,
                "{\"choices\":[{\"message\":{\"content\":\"{\\\"a\\\":\"},\"finish_reason\":\"length\"}]}"))
        .isEqualTo(Failure.TRUNCATED);
    assertThat(failure("openai", REQUEST, "{\"choices\":[]}")).isEqualTo(Failure.MALFORMED);
    Wire wire = Wires.of(Specs.openAi("http://h/x", 1));
    assertThat(wire.failure(429, "{\"code\":\"insufficient_quota\"}"))
        .isEqualTo(Failure.UNAUTHORISED);
    assertThat(wire.failure(400, "context_length_exceeded")).isEqualTo(Failure.TOO_LONG);
    assertThat(wire.failure(400, "content_filter")).isEqualTo(Failure.REFUSED);
  }

  @Test
  void completionsGiveThePromptsOwnTokens() {
    ChatRequest text =
        new ChatRequest(List.of(Message.user("a b")), ParametersConfig.NONE, Optional.empty());
    assertThat(build("completions", text).uri()).hasToString("http://h/x/completions");
    assertThat(body(build("completions", text)))
        .isEqualTo(
            "{\"model\":\"the/model\",\"prompt\":\"a b\",\"max_tokens\":1,\"temperature\":0,"
                + "\"echo\":true,\"logprobs\":1}");
    Reply echoed =
        read(
            "completions",
            text,
            "{\"choices\":[{\"text\":\"a b!\",\"logprobs\":{\"tokens\":[\"a\",\" b\",\"!\"],"
                + "\"token_logprobs\":[null,-0.5,-9],\"text_offset\":[0,1,3]}}]}");
    String tokens =
        "[{\"token\":\"a\",\"offset\":0},{\"token\":\" b\",\"offset\":1,\"logprob\":-0.5}]";
    assertThat(echoed.logprobs()).contains(tokens);
    assertThat(body(build("vllm-completions", text))).contains("\"prompt_logprobs\":0");
    Reply told =
        read(
            "vllm-completions",
            text,
            "{\"choices\":[{\"text\":\"!\",\"prompt_logprobs\":[{\"7\":{\"decoded_token\":\"a\"}},"
                + "{\"9\":{\"logprob\":-0.5,\"decoded_token\":\" b\"}}]}]}");
    assertThat(told.logprobs()).contains(tokens);
    // llama.cpp's server answers, and says nothing of the prompt.
    assertThat(
            failure(
                "completions",
                text,
                "{\"choices\":[{\"text\":\".\",\"logprobs\":{\"content\":[{\"token\":\".\"}]}}]}"))
        .isEqualTo(Failure.WRONG_SCHEMA);
  }

  @Test
  void aReplyOfAnotherFormIsKept() {
    ChatRequest verdict =
        new ChatRequest(
            List.of(Message.user("U")),
            ParametersConfig.NONE,
            Optional.of(
                new JsonSchema(
                    "v",
                    "{\"type\":\"object\",\"required\":[\"ok\"],\"properties\":{\"ok\":{\"type\":\"boolean\"}}}")));
    AttemptException wrong =
        catchThrowableOfType(
            AttemptException.class,
            () ->
                read(
                    "openai",
                    verdict,
                    "{\"choices\":[{\"message\":{\"content\":\"{\\\"ok\\\":\\\"yes\\\"}\"}}]}"));
    assertThat(wrong.failure()).isEqualTo(Failure.WRONG_SCHEMA);
    assertThat(wrong).hasMessageContaining("boolean");
    assertThat(wrong.reply().orElseThrow().text()).isEqualTo("{\"ok\":\"yes\"}");
    Reply fenced =
        read(
            "openai",
            verdict,
            "{\"choices\":[{\"message\":{\"content\":\"Here: ```json\\n"
                + "{\\\"ok\\\":true}\\n"
                + "```\"}}]}");
    assertThat(JsonSchema.object(fenced.text()).path("ok").asBoolean()).isTrue();
  }

  private static HttpRequest build(String kind, ChatRequest request) {
    return Wires.of(Specs.of(kind, "http://h/x", 1)).request(request.prompt()).build();
  }

  private static Reply read(String kind, ChatRequest request, String body) {
    return Wires.of(Specs.of(kind, "http://h/x", 1)).read(request.prompt(), body);
  }

  private static Failure failure(String kind, ChatRequest request, String body) {
    return catchThrowableOfType(AttemptException.class, () -> read(kind, request, body)).failure();
  }

  private static String body(HttpRequest request) {
    CompletableFuture<String> text = new CompletableFuture<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    request
        .bodyPublisher()
        .orElseThrow()
        .subscribe(
            new Flow.Subscriber<ByteBuffer>() {
              @Override
              public void onSubscribe(Flow.Subscription subscription) {
                subscription.request(Long.MAX_VALUE);
              }

              @Override
              public void onNext(ByteBuffer part) {
                byte[] array = new byte[part.remaining()];
                part.get(array);
                bytes.writeBytes(array);
              }

              @Override
              public void onError(Throwable failure) {
                text.completeExceptionally(failure);
              }

              @Override
              public void onComplete() {
                text.complete(bytes.toString(StandardCharsets.UTF_8));
              }
            });
    return text.join();
  }
}
