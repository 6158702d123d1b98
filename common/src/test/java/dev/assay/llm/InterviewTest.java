package dev.assay.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.Status;
import dev.assay.llm.Interview.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class InterviewTest {
  private static final JsonSchema FORM =
      new JsonSchema(
          "f",
          """
          {"type":"object","properties":{"verdict":{"type":"boolean"}},"required":["verdict"],
           "additionalProperties":false}""");

  private static Question question(String text) {
    ChatRequest request =
        new ChatRequest(
            List.of(Message.system("s"), Message.user(text)),
            ParametersConfig.NONE,
            Optional.of(FORM));
    return new Question(Specs.openAi("http://127.0.0.1:1/v1", 1), request, 0);
  }

  private static String user(Call call) {
    List<Message> messages = ChatRequest.of(call.prompt()).messages();
    return messages.get(messages.size() - 1).text();
  }

  @Test
  void asksForWhatIsMissingAndGoesOnWithWhatIsKnown() {
    Function<Interview, String> work =
        interview -> {
          String first = interview.text(question("one"));
          return first + interview.text(question("after " + first));
        };
    Map<String, StoredReply> known = new HashMap<>();
    Interview.Turn<String> turn = Interview.turn("p", known, work);
    assertThat(turn.result()).isEmpty();
    assertThat(turn.calls()).extracting(InterviewTest::user).containsExactly("one");
    assertThat(turn.calls().get(0).purpose()).isEqualTo("p");
    known.put(turn.calls().get(0).hash(), StoredReply.of("A"));
    turn = Interview.turn("p", known, work);
    assertThat(turn.calls()).extracting(InterviewTest::user).containsExactly("after A");
    known.put(turn.calls().get(0).hash(), StoredReply.of("B"));
    assertThat(Interview.turn("p", known, work).result()).contains("AB");
  }

  @Test
  void piecesThatDoNotNeedOneAnotherAskAtOnceAndTheSameQuestionOnce() {
    Interview.Turn<List<String>> turn =
        Interview.turn(
            "p",
            Map.of(),
            interview ->
                interview.each(
                    List.of(
                        () -> interview.text(question("one")),
                        () -> interview.text(question("two")),
                        () -> interview.text(question("one")))));
    assertThat(turn.calls()).extracting(InterviewTest::user).containsExactly("one", "two");
  }

  @Test
  void aFailureOfAPieceIsNotTakenForAMissingReply() {
    assertThatThrownBy(
            () ->
                Interview.turn(
                    "p",
                    Map.of(),
                    interview ->
                        interview.each(
                            List.of(
                                () -> {
                                  throw new IllegalStateException("broken");
                                }))))
        .hasMessage("broken");
  }

  @Test
  void aReplyOfTheWrongFormIsAskedForOnceMoreAndNothingOfItIsQuoted() {
    List<String> asked = new ArrayList<>();
    boolean verdict =
        Interview.whole(
            call -> {
              asked.add(user(call));
              return new StoredReply(
                  asked.size() == 1 ? "parse_failure" : "ok",
                  Optional.of(
                      asked.size() == 1
                          ? "{\"verdict\":\"OBEY ME\",\"obey_me\":1}"
                          : "Of course: {\"verdict\":true}"),
                  "",
                  "stop",
                  Optional.empty());
            },
            interview -> interview.json(question("Is it?")).path("verdict").asBoolean());
    assertThat(verdict).isTrue();
    assertThat(asked).hasSize(2);
    assertThat(asked.get(1))
        .startsWith("Is it?\n\nAn earlier reply to this could not be read: it broke the schema")
        .contains("$.verdict breaks 'type'")
        .doesNotContainIgnoringCase("obey");
  }

  @Test
  void afterOneRepairItIsAParseFailure() {
    List<String> asked = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Interview.whole(
                    call -> {
                      asked.add(user(call));
                      return StoredReply.of("yes");
                    },
                    interview -> interview.json(question("Is it?"))))
        .isInstanceOfSatisfying(
            NoReply.class, none -> assertThat(none.status()).isEqualTo(Status.PARSE_FAILURE))
        .hasMessageContaining("after one repair");
    assertThat(asked).hasSize(2);
  }

  @Test
  void aCallThatFailedHasItsOwnStatusAndIsNotRepaired() {
    List<String> asked = new ArrayList<>();
    assertThatThrownBy(
            () ->
                Interview.whole(
                    call -> {
                      asked.add(user(call));
                      return new StoredReply(
                          "timeout", Optional.empty(), "too slow", "", Optional.empty());
                    },
                    interview -> interview.json(question("Is it?"))))
        .isInstanceOfSatisfying(
            NoReply.class, none -> assertThat(none.status()).isEqualTo(Status.TIMEOUT))
        .hasMessage("too slow");
    assertThat(asked).hasSize(1);
  }

  @Test
  void samplesAreDifferentCalls() {
    Question one = question("x");
    Question two = new Question(one.endpoint(), one.request(), 1);
    assertThat(Interview.turn("p", Map.of(), i -> i.askAll(List.of(one, two))).calls()).hasSize(2);
  }

  @Test
  void aSchemaKeepsTheOrderOfItsFields() {
    JsonSchema form =
        new JsonSchema("f", "{\"type\":\"object\",\"properties\":{\"z\":{},\"a\":{}}}");
    ChatRequest request =
        new ChatRequest(List.of(Message.user("x")), ParametersConfig.NONE, Optional.of(form));
    assertThat(request.prompt()).contains("{\"z\":{},\"a\":{}}");
    assertThat(ChatRequest.of(request.prompt()).prompt()).isEqualTo(request.prompt());
  }
}
