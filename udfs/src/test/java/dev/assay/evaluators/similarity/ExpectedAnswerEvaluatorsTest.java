package dev.assay.evaluators.similarity;

import static dev.assay.evaluators.similarity.LineTexts.at;
import static dev.assay.evaluators.similarity.LineTexts.score;
import static dev.assay.evaluators.similarity.LineTexts.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Cosines are 1 − distance / 8, see {@link LineTexts}. */
class ExpectedAnswerEvaluatorsTest {

  private static final List<RowEvaluator> AGAINST_EXPECTED =
      List.of(
          new AnswerAccuracy(),
          new AnswerSemanticSimilarity(),
          new AnswerSentenceSimilarity(),
          new SemanticAccuracy());

  @Test
  void accuracyIsTheLowestOfTheBestMatches() {
    // Answer at 1 and 6, expected at 0 and 4 -> 7/8 and 6/8.
    Outcome outcome = score(new AnswerAccuracy(), answered(at(0, 4), at(1, 6)));
    assertThat(value(outcome, "answer_accuracy")).isEqualTo(0.75);
    assertThat(outcome.measures().get("answer_accuracy_short"))
        .isEqualTo(Measure.notApplicable("both texts have more than 10 characters"));
    assertThat(outcome.evidence().get(1).flags()).containsExactly("least_accurate");
  }

  // Reference results of H2O Sonar, design/sonar-facts.md section 7, pairs 1 to 5.
  @ParameterizedTest
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "Yes,yes,1.0",
        "Yes.,yes,0.75",
        "42,43,0.5",
        "Paris,Pariss,0.833333",
        " Yes ,Yes,0.6"
      })
  void shortTextsAreComparedByEditDistance(String expected, String answer, double likeness) {
    Outcome outcome = score(new AnswerAccuracy(), answered(expected, answer));
    assertThat(value(outcome, "answer_accuracy_short")).isCloseTo(likeness, within(5e-7));
    assertThat(outcome.measures().get("answer_accuracy"))
        .isEqualTo(
            Measure.notApplicable(
                "a text of 10 characters or fewer is scored by answer_accuracy_short"));
  }

  @Test
  void exactMatchIgnoresCaseAndOuterBlanks() {
    AnswerAccuracy exact = new AnswerAccuracy(ShortStringMetric.EXACT_MATCH, 10);
    assertThat(value(score(exact, answered(" Yes ", "yes")), "answer_accuracy_short")).isEqualTo(1);
    assertThat(value(score(exact, answered("Yes.", "yes")), "answer_accuracy_short")).isEqualTo(0);
  }

  @Test
  void jaccardComparesSetsOfWords() {
    // Sonar pair 6: {new, york} and {new, york, city}: 2 of 3.
    AnswerAccuracy jaccard = new AnswerAccuracy(ShortStringMetric.TOKEN_JACCARD, 10);
    assertThat(
            value(score(jaccard, answered("New York", "new york city")), "answer_accuracy_short"))
        .isEqualTo(2.0 / 3);
  }

  @Test
  void shortTextsAreEmbeddedWhereThatIsWanted() {
    // Positions 1 and 3 of 8: cosine .75.
    AnswerAccuracy embedded = new AnswerAccuracy(ShortStringMetric.EMBEDDINGS, 10);
    Outcome outcome =
        embedded
            .score(
                List.of(answered("Yes.", "No.")),
                FakeModels.with(LineTexts.embedder(Map.of("Yes.", 1, "No.", 3))))
            .get(0);
    assertThat(value(outcome, "answer_accuracy")).isEqualTo(0.75);
    assertThat(outcome.measures().get("answer_accuracy_short"))
        .isEqualTo(Measure.notApplicable("short texts are compared by their embeddings too"));
  }

  @Test
  void aCrossEncoderReadsTheExpectedAnswerBesideTheAnswer() {
    RowEvaluator evaluator = new AnswerSemanticSimilarity();
    FakeModels models =
        new FakeModels(
            FakeEmbedder.hashing(8), EnumSet.complementOf(EnumSet.of(dev.assay.core.Slot.CHAT)));
    List<Outcome> outcomes =
        evaluator.score(
            List.of(answered(at(1), "Yes."), answered(at(1), ""), answered(at(2), at(2))), models);
    // The fake's value: the share of the first text's characters that the second has.
    assertThat(value(outcomes.get(0), "answer_similarity"))
        .isEqualTo("Yes.".length() / (double) at(1).length());
    assertThat(value(outcomes.get(1), "answer_similarity")).isEqualTo(-1);
    assertThat(value(outcomes.get(2), "answer_similarity")).isEqualTo(1);
    assertThat(outcomes.get(0).evidence().get(0).match().orElseThrow().sentence()).isEqualTo(at(1));
  }

  @Test
  void oneShortTextIsEnoughForTheShortScale() {
    // "no" against "no, that card is not free": 22 insertions over 24 characters, 1 - 23/25 = .08.
    String answer = "no, that card is not free";
    assertThat(answer).hasSize(25);
    Outcome outcome = score(new AnswerAccuracy(), answered("No", answer));
    assertThat(value(outcome, "answer_accuracy_short")).isCloseTo(1 - 23.0 / 25, within(1e-12));
  }

  @Test
  void lengthsAreCountedInCodePoints() {
    // 11 faces are 22 UTF-16 units; one replaced: 1 - 1/8.
    assertThat(
            ShortStringMetric.NORMALIZED_EDIT_DISTANCE.similarity("🙂".repeat(8), "🙂".repeat(7)))
        .isEqualTo(0.875);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n", "\u0000", "\u200b"})
  void anEmptyAnswerIsWorst(String silence) {
    for (RowEvaluator evaluator : AGAINST_EXPECTED) {
      Outcome outcome = score(evaluator, answered(at(0), silence));
      evaluator
          .spec()
          .metrics()
          .forEach(
              metric ->
                  assertThat(value(outcome, metric.name()))
                      .as(metric.name())
                      .isEqualTo(metric.worst()));
    }
  }

  @Test
  void anEmptyAnswerToAShortExpectedOneIsWorstOnTheShortScaleOnly() {
    Outcome outcome = score(new AnswerAccuracy(), answered("Yes", ""));
    assertThat(value(outcome, "answer_accuracy_short")).isEqualTo(0);
    assertThat(outcome.measures().get("answer_accuracy")).isInstanceOf(Measure.Absent.class);
  }

  @Test
  void anAnswerThatWasNotRecordedIsMissing() {
    for (RowEvaluator evaluator : AGAINST_EXPECTED) {
      assertThat(score(evaluator, answered(at(0), null)).measures().values())
          .containsOnly(new Measure.Absent(Status.NO_INPUT, "no answer was recorded"));
    }
  }

  @Test
  void anExpectedAnswerOfInvisibleMarksIsMissing() {
    for (RowEvaluator evaluator : AGAINST_EXPECTED) {
      assertThat(score(evaluator, answered("\u200b", at(0))).measures().values())
          .containsOnly(new Measure.Absent(Status.NO_INPUT, "the expected answer has no sentence"));
    }
  }

  @Test
  void shortAgainstEndlessIsTooLongForAQuadraticComparison() {
    String endless = "yes" + " ".repeat(10_000_000);
    Outcome outcome = score(new AnswerAccuracy(), answered("Yes, yes", endless));
    assertThat(outcome.measures().get("answer_accuracy_short"))
        .isEqualTo(
            Measure.tooLong("texts of 10000003 and 8 characters are not compared as strings"));
  }

  @Test
  void wholeTextsAreEmbeddedWhole() {
    // Two sentences each, but one text each: positions 1 and 3, cosine .75.
    Outcome outcome = whole(new AnswerSemanticSimilarity(), 3);
    assertThat(value(outcome, "answer_similarity")).isEqualTo(0.75);
  }

  @Test
  void semanticAccuracyPassesAtItsThreshold() {
    // Cosine .75 against τ = .75 passes, .625 fails.
    assertThat(value(whole(new SemanticAccuracy(0.75), 3), "semantic_accuracy")).isEqualTo(1);
    assertThat(value(whole(new SemanticAccuracy(0.75), 4), "semantic_accuracy")).isEqualTo(0);
    assertThat(whole(new SemanticAccuracy(), 3).evidence().get(0).score()).isEqualTo(0.75);
  }

  @Test
  void sentenceSimilarityReportsMeanAndMinimum() {
    // Answer at 0, 6, expected at 2 -> .75, .5.
    Outcome outcome = score(new AnswerSentenceSimilarity(), answered(at(2), at(0, 6)));
    assertThat(value(outcome, "mean_answer_similarity")).isEqualTo(0.625);
    assertThat(value(outcome, "min_answer_similarity")).isEqualTo(0.5);
  }

  @Test
  void refusesImpossibleParameters() {
    assertThatThrownBy(() -> new SemanticAccuracy(Double.NaN))
        .hasMessage("similarity_threshold must lie in [-1, 1], got NaN");
    assertThatThrownBy(() -> new AnswerAccuracy(ShortStringMetric.EXACT_MATCH, -1))
        .hasMessage("short_string_threshold must be 0 or more, got -1");
  }

  private static Outcome whole(RowEvaluator evaluator, int answerPosition) {
    String expected = at(0, 8);
    String answer = at(5, 9);
    return evaluator
        .score(
            List.of(answered(expected, answer)),
            FakeModels.with(LineTexts.embedder(Map.of(expected, 1, answer, answerPosition))))
        .get(0);
  }

  private static Example answered(String expected, String answer) {
    return Example.of("q", expected, List.of(), answer);
  }
}
