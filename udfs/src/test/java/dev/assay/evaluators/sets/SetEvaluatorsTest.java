package dev.assay.evaluators.sets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.SetEvaluator;
import dev.assay.core.SetOutcome;
import dev.assay.core.Status;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SetEvaluatorsTest {

  /** Values by scikit-learn 1.9.1, labels a, b, c, zero_division 0; a predicted d is no class. */
  @Test
  void classesAreScoredAsScikitLearnDoes() {
    SetOutcome outcome = finish(new Classification(), classes("aabbbcca", "abbbccda"));
    assertThat(value(outcome, "accuracy")).isEqualTo(0.625);
    assertThat(value(outcome, "precision")).isCloseTo(0.7222222222222222, within(1e-12));
    assertThat(value(outcome, "recall")).isCloseTo(0.611111111111111, within(1e-12));
    assertThat(value(outcome, "f1")).isCloseTo(0.6555555555555556, within(1e-12));
    assertThat(outcome.detail())
        .containsEntry("confusion: c -> d", 1.0)
        .containsEntry("support: b", 3.0)
        .containsEntry("recall: c", 0.5);
    assertThat(outcome.n()).isEqualTo(8);
  }

  @Test
  void oneClassIsNoClassification() {
    SetOutcome outcome = finish(new Classification(), classes("aa", "ab"));
    assertThat(((Measure.Absent) outcome.measures().get("f1")).status())
        .isEqualTo(Status.NOT_APPLICABLE);
  }

  @Test
  void freeTextIsNoClassification() {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i <= Confusion.MAX_CELLS; i++) {
      examples.add(example("q" + i, "expected " + i, "answer " + i, Map.of()));
    }
    SetOutcome outcome = finish(new Classification(), examples);
    assertThat(((Measure.Absent) outcome.measures().get("f1")).reason()).contains("no classes");
  }

  /**
   * Question 1 has "a b c d", "a b x y" and "a b c d": ROUGE-1 of the pairs 1/2, 1, 1/2, mean 2/3;
   * question 2 has a lone answer, 1. Together (2/3 + 1) / 2.
   */
  @Test
  void consistencyIsTheMeanOverPairsThenQuestions() {
    SetOutcome outcome =
        finish(
            new SelfConsistency(),
            List.of(
                example("1", "", "alpha bravo charlie delta", Map.of()),
                example("1", "", "alpha bravo xray yankee", Map.of()),
                example("1", "", "alpha bravo charlie delta", Map.of()),
                example("2", "", "lone", Map.of())));
    assertThat(value(outcome, "rouge_1")).isCloseTo((2 / 3.0 + 1) / 2, within(1e-8));
    assertThat(outcome.detail()).containsEntry("pairs", 3.0).containsEntry("lone_questions", 1.0);
  }

  /** Question 1 weighs 3 and agrees in nothing, question 2 weighs 1 and stands alone: 1/4. */
  @Test
  void questionsCountByTheirWeights() {
    SetOutcome outcome =
        finish(
            new SelfConsistency(),
            List.of(
                example("1", "", "alpha", Map.of("sampling_weight", "3.0")),
                example("1", "", "bravo", Map.of("sampling_weight", "3.0")),
                example("2", "", "lone", Map.of("sampling_weight", "1.0"))));
    assertThat(value(outcome, "rouge_1")).isCloseTo(.25, within(1e-12));
    assertThat(outcome.n()).isEqualTo(3);
  }

  /** Sums are kept in steps of 1e-9, of which a number has 9.2e18. */
  @Test
  void weightsThatAreTooLargeAreNotSummedUpToAnything() {
    Map<String, String> heavy = Map.of("sampling_weight", "6.0E9");
    assertThatThrownBy(
            () ->
                finish(
                    new Classification(),
                    List.of(example("1", "a", "a", heavy), example("2", "a", "a", heavy))))
        .hasMessageContaining("weights add up to more than 9.2e+09");
    assertThatThrownBy(
            () ->
                finish(
                    new SelfConsistency(),
                    List.of(example("1", "", "a", heavy), example("2", "", "b", heavy))))
        .hasMessageContaining("divide all of them by the same number");
  }

  @Test
  void silenceAgreesWithNothing() {
    SetOutcome outcome =
        finish(
            new SelfConsistency(),
            List.of(example("1", "", "", Map.of()), example("1", "", "", Map.of())));
    assertThat(value(outcome, "rouge_l")).isZero();
  }

  @Test
  void manyAnswersAreSampledFromEveryTenthOfLengths() {
    List<String> said = new ArrayList<>();
    for (int i = 1; i <= 1_000; i++) {
      said.add("x".repeat(i));
    }
    List<String> kept = Repeats.sample(said, 100);
    assertThat(kept).hasSize(100);
    for (int tenth = 0; tenth < 10; tenth++) {
      int from = tenth;
      assertThat(kept).filteredOn(answer -> (answer.length() - 1) / 100 == from).hasSize(10);
    }
    Collections.shuffle(said, new Random(1));
    assertThat(Repeats.sample(said, 100)).isEqualTo(kept);
  }

  @Test
  void disjointTopicsDriftAndTheSameDoNot() {
    SetOutcome drifted =
        finish(new QuestionsDrift(), questions(40, i -> i < 20 ? "card" : "mortgage"));
    assertThat(value(drifted, "mmd_p")).isLessThanOrEqualTo(0.01);
    SetOutcome same =
        finish(new QuestionsDrift(), questions(40, i -> i % 2 == 0 ? "card" : "mortgage"));
    assertThat(value(same, "mmd_p")).isGreaterThan(0.05);
    assertThat(value(drifted, "questions_drift")).isGreaterThan(value(same, "questions_drift"));
    assertThat(drifted.detail()).containsEntry("n_before", 20.0).containsEntry("n_after", 20.0);
  }

  @Test
  void driftNeedsTimesAndEnoughQuestions() {
    assertThat(reason(questions(9, i -> "card"))).contains("10 are needed");
    assertThat(reason(List.of(example("q", "", "a", Map.of())))).contains("0 questions with");
    List<Example> together = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      together.add(example("question " + i, "", "a", Map.of("timestamp", "2026-01-01")));
    }
    assertThat(reason(together)).contains("one time");
    assertThatThrownBy(() -> new QuestionsDrift(0.95, 10, 2000, 199))
        .hasMessageContaining("split_ratio");
  }

  @Test
  void perturbedQuestionsAndUnreadableTimesAreLeftOut() {
    List<Example> examples = new ArrayList<>(questions(12, i -> "card"));
    examples.add(example("x", "", "a", Map.of("timestamp", "2026-01-01", "perturbation", "comma")));
    examples.add(example("x", "", "a", Map.of("timestamp", "yesterday")));
    assertThat(finish(new QuestionsDrift(), examples).n()).isEqualTo(12);
  }

  private static String reason(List<Example> examples) {
    SetOutcome outcome = finish(new QuestionsDrift(), examples);
    return ((Measure.Absent) outcome.measures().get("questions_drift")).reason();
  }

  private interface Topic {
    String of(int index);
  }

  private static List<Example> questions(int count, Topic topic) {
    List<Example> questions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      questions.add(
          example(
              "%s %s number %d".formatted(topic.of(i), topic.of(i), i),
              "",
              "a",
              Map.of("timestamp", "2026-01-%02dT%02d:00:00Z".formatted(1 + i / 20, i % 20))));
    }
    return questions;
  }

  private static List<Example> classes(String expected, String predicted) {
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < expected.length(); i++) {
      examples.add(
          example("q" + i, expected.substring(i, i + 1), " " + predicted.charAt(i), Map.of()));
    }
    return examples;
  }

  private static Example example(
      String question, String expected, String answer, Map<String, String> attributes) {
    return new Example(
        question,
        "system",
        0,
        question,
        question,
        Optional.of(expected),
        List.of(),
        Optional.of(answer),
        Optional.empty(),
        List.of(),
        List.of(),
        attributes,
        List.of(),
        List.of());
  }

  private static <O extends Serializable, S extends Serializable> SetOutcome finish(
      SetEvaluator<O, S> evaluator, List<Example> examples) {
    S state = evaluator.empty();
    for (Optional<O> observed :
        evaluator.observe(examples, FakeModels.with(FakeEmbedder.hashing(64)))) {
      if (observed.isPresent()) {
        state = evaluator.add(state, observed.get());
      }
    }
    return evaluator.finish(evaluator.compact(state));
  }

  private static double value(SetOutcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }
}
