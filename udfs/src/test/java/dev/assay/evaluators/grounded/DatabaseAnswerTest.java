package dev.assay.evaluators.grounded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DatabaseAnswerTest {

  private static Outcome outcome(
      String expected,
      List<String> facts,
      String answer,
      List<String> contexts,
      String... attributes) {
    Map<String, String> given = new java.util.HashMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      given.put(attributes[i], attributes[i + 1]);
    }
    List<Passage> passages =
        IntStream.range(0, contexts.size())
            .mapToObj(i -> Passage.of(contexts.get(i), i + 1))
            .toList();
    Example example =
        new Example(
            "c",
            "s",
            0,
            "g",
            "Which clients are in Basel?",
            Optional.ofNullable(expected),
            passages,
            Optional.ofNullable(answer),
            Optional.empty(),
            List.of(),
            facts,
            given,
            List.of(),
            List.of());
    return new DatabaseAnswer().score(List.of(example), null).get(0);
  }

  private static Object of(Outcome outcome, String metric) {
    Measure measure = outcome.measures().get(metric);
    return measure instanceof Measure.Value value
        ? (Object) value.value()
        : ((Measure.Absent) measure).status();
  }

  @Test
  void saysWhatTheRulesSayAndHow() {
    Outcome one = outcome("1200.5", List.of(), "1,200.50 EUR", List.of("A fee of 1,200.50."));
    assertThat(of(one, "correct")).isEqualTo(1.0);
    assertThat(of(one, "way")).isEqualTo(2.0);
    assertThat(of(one, "in_context")).isEqualTo(1.0);
    assertThat(of(one, "set_recall")).isEqualTo(Status.NOT_APPLICABLE);
    Outcome set =
        outcome(
            "Acme; Blue Sky",
            List.of("Acme", "Blue Sky"),
            "Acme",
            List.of("Acme is in Basel.", "So is Dune."),
            "answer_type",
            "set",
            "value_type",
            "text");
    assertThat(of(set, "correct")).isEqualTo(0.0);
    assertThat(of(set, "set_precision")).isEqualTo(1.0);
    assertThat(of(set, "set_recall")).isEqualTo(0.5);
    assertThat(of(set, "in_context")).isEqualTo(0.5);
    assertThat(set.evidence()).hasSize(1);
  }

  @Test
  void whatNoRuleDecidesIsForAJudge() {
    Outcome open = outcome("Petra Vogel", List.of(), "Ms Vogel", List.of());
    assertThat(of(open, "correct")).isEqualTo(Status.NOT_APPLICABLE);
    assertThat(of(open, "way")).isEqualTo(0.0);
    assertThat(of(open, "in_context")).isEqualTo(Status.NO_INPUT);
  }

  @Test
  void silenceIsWrongWhereThereIsAnAnswerAndSaysNothingWhereThereIsNone() {
    assertThat(of(outcome("Petra Vogel", List.of(), " ", List.of()), "correct")).isEqualTo(0.0);
    assertThat(of(outcome(null, List.of(), " ", List.of(), "answerable", "false"), "correct"))
        .isEqualTo(Status.NO_INPUT);
    assertThat(of(outcome("Petra Vogel", List.of(), null, List.of()), "correct"))
        .isEqualTo(Status.NO_INPUT);
    assertThat(of(outcome(null, List.of(), "Petra Vogel", List.of()), "correct"))
        .isEqualTo(Status.NO_INPUT);
    assertThat(
            of(
                outcome(null, List.of(), "I don't know.", List.of(), "answer_type", "none"),
                "correct"))
        .isEqualTo(1.0);
  }

  @Test
  void aValueOfOneDigitInAPassageProvesNothing() {
    assertThat(of(outcome("3", List.of(), "3", List.of("3 fees")), "in_context"))
        .isEqualTo(Status.NOT_APPLICABLE);
  }
}
