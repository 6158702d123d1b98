package dev.assay.evaluators.lexical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.Passage;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What an answer copies, and how long it is. */
class CopiedTest {

  @Test
  void pairsAndWordsAreThoseThatStandInAPassage() {
    // the fee, fee is, is due, due today: three of four pairs; today is not there: four of five.
    Outcome outcome = score(new Copied(), "The fee is due today", "The fee is 8.", "It is due.");
    assertThat(value(outcome, "copied_pairs")).isCloseTo(.75, within(1e-12));
    assertThat(value(outcome, "copied_words")).isCloseTo(.8, within(1e-12));
  }

  @Test
  void anAnswerWithoutWordsHasNoShareAndNoLength() {
    Outcome outcome = score(new Copied(), "…", "The fee is 8.");
    assertThat(outcome.measures().values())
        .allMatch(measure -> ((Measure.Absent) measure).status() == Status.NO_INPUT);
    assertThat(value(score(new AnswerLength(), "…"), "words")).isZero();
  }

  @Test
  void charactersAreCodePoints() {
    // Three letters, a blank, and a face that takes two char values.
    Outcome outcome = score(new AnswerLength(), "fee \uD83D\uDE00");
    assertThat(value(outcome, "characters")).isEqualTo(5);
    assertThat(value(outcome, "words")).isEqualTo(1);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }

  private static Outcome score(RowEvaluator evaluator, String answer, String... passages) {
    List<Passage> contexts = Stream.of(passages).map(text -> Passage.of(text, 1)).toList();
    Example example =
        new Example(
            "case",
            "system",
            0,
            "group",
            "?",
            Optional.empty(),
            contexts,
            Optional.of(answer),
            Optional.empty(),
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            List.of());
    return evaluator.score(List.of(example), null).get(0);
  }
}
