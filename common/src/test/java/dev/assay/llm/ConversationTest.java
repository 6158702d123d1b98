package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.EndpointConfig;
import dev.assay.config.SystemConfig;
import dev.assay.config.reading.ConfigLoader;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConversationTest {
  private static final Conversation ASKED =
      Conversation.of(
          """
          [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Which cards?"},
           {"role": "assistant", "content": "Gold and blue."}, {"type": "human", "content": "And fees?"}]
          """);

  @Test
  void theLastTurnIsTheQuestion() {
    assertThat(ASKED.question()).isEqualTo("And fees?");
    assertThat(ASKED.before().turns())
        .containsExactly(
            Message.system("Be kind."),
            Message.user("Which cards?"),
            Message.assistant("Gold and blue."));
    assertThat(ASKED.before().transcript())
        .isEqualTo("[1] system: Be kind.\n[2] user: Which cards?\n[3] assistant: Gold and blue.");
    assertThat(Conversation.of(Json.write(ASKED.json()))).isEqualTo(ASKED);
  }

  @Test
  void aUsersTurnWithoutAReplyIsOpen() {
    assertThat(ASKED.before().open()).isEmpty();
    Conversation unanswered = new Conversation(List.of(Message.user("one"), Message.user("two")));
    assertThat(unanswered.open()).contains(0);
    assertThat(unanswered.replied(0, "first").open()).contains(2);
    assertThat(unanswered.replied(0, "first").replied(2, "second").open())
        .isEqualTo(Optional.empty());
  }

  @Test
  void whatIsNoConversationSaysWhy() {
    assertRefused("{}", "a list of { role, content }");
    assertRefused("[{\"role\": \"tool\", \"content\": \"x\"}]", "turn 1 has the role 'tool'");
    assertRefused("[{\"role\": \"user\", \"content\": \" \"}]", "turn 1 (user) has no text");
    assertRefused("[{\"role\": \"user\"}]", "turn 1 (user) has no text");
    assertRefused(
        "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"system\",\"content\":\"b\"}]",
        "may stand first only");
    assertThatThrownBy(() -> ASKED.before().question())
        .hasMessageContaining("ends with a turn of 'assistant'");
    assertThatThrownBy(Conversation.NONE::question).hasMessageContaining("is empty");
  }

  private static void assertRefused(String json, String reason) {
    assertThatThrownBy(() -> Conversation.of(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }

  private static EndpointSystem system(String config) {
    var loaded =
        ConfigLoader.defaults()
            .set(
                "llm.endpoints={gpt{kind=openai,base-url=\"http://h/v1\",model=m},"
                    + "bot{kind=http-json,base-url=\"http://h/s\"}}")
            .set("systems={s{" + config + "}}")
            .load()
            .config();
    SystemConfig system = loaded.systems().get("s");
    EndpointConfig endpoint = loaded.llm().endpoints().get(system.endpoint().orElseThrow());
    return EndpointSystem.of("s", system, endpoint);
  }

  @Test
  void aChatHearsTheTurnsBeforeTheQuestion() {
    EndpointSystem chat =
        system(
            "kind=openai-chat,endpoint=gpt,system-prompt=\"Be short.\",prompt=\"Q: {question}\"");
    assertThat(ChatRequest.of(chat.call(ASKED.before(), "And fees?", "c", 0).prompt()).messages())
        .containsExactly(
            Message.system("Be short."),
            Message.system("Be kind."),
            Message.user("Which cards?"),
            Message.assistant("Gold and blue."),
            Message.user("Q: And fees?"));
    assertThat(chat.call(ASKED.before(), "And fees?", "c", 0).hash())
        .isNotEqualTo(chat.call(Conversation.NONE, "And fees?", "c", 0).hash());
    assertThat(chat.call(Conversation.NONE, "And fees?", "c", 0).prompt())
        .as("the bytes that it had before there were conversations")
        .isEqualTo(
            "{\"messages\":[{\"role\":\"system\",\"content\":\"Be short.\"},{\"role\":\"user\","
                + "\"content\":\"Q: And fees?\"}],\"parameters\":{}}");
    assertThat(chat.remembers()).isTrue();
  }

  @Test
  void aServiceHasThemWhereItsBodyHasAPlace() {
    EndpointSystem service =
        system(
            "kind=http-json,endpoint=bot,body=\"\"\"{\"all\":\"{messages}\",\"was\":\"{history}\","
                + "\"text\":\"so far {history}\"}\"\"\",reply{answer=\"/a\",artifacts=\"/files\"}");
    Conversation before =
        new Conversation(List.of(Message.user("a \"b\""), Message.assistant("c")));
    String was =
        "[{\"role\":\"user\",\"content\":\"a"
            + " \\\"b\\\"\"},{\"role\":\"assistant\",\"content\":\"c\"}]";
    assertThat(Json.read(service.call(before, "d", "c", 0).prompt()))
        .isEqualTo(
            Json.read(
                "{\"all\":"
                    + was.replace("]", ",{\"role\":\"user\",\"content\":\"d\"}]")
                    + ",\"was\":"
                    + was
                    + ",\"text\":"
                    + Json.write(Json.object().textNode("so far " + was))
                    + "}"));
    assertThat(service.remembers()).isTrue();
    assertThat(
            system(
                    "kind=http-json,endpoint=bot,body=\"\"\"{\"q\":\"{question}\"}\"\"\",reply{answer=\"/a\"}")
                .remembers())
        .isFalse();
  }

  /** A text is taken as it is, all else as JSON; what is not there or not asked for is absent. */
  @Test
  void artifactsComeWithTheAnswer() {
    EndpointSystem service =
        system(
            "kind=http-json,endpoint=bot,body=\"\"\"{\"q\":\"{question}\"}\"\"\","
                + "reply{answer=\"/a\",artifacts=\"/files\"}");
    assertThat(artifacts(service, "{\"a\":\"x\",\"files\":{\"r.json\":\"{}\"}}"))
        .contains("{\"r.json\":\"{}\"}");
    assertThat(artifacts(service, "{\"a\":\"x\",\"files\":\"[1]\"}")).contains("[1]");
    assertThat(artifacts(service, "{\"a\":\"x\"}")).isEmpty();
    assertThat(artifacts(service, "{\"a\":\"x\",\"files\":null}")).isEmpty();
  }

  private static Optional<String> artifacts(EndpointSystem system, String reply) {
    return system.read(reply, Usage.UNKNOWN).artifacts();
  }
}
