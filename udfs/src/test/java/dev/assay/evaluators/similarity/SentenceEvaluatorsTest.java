package dev.assay.evaluators.similarity;

import static dev.assay.evaluators.similarity.LineTexts.at;
import static dev.assay.evaluators.similarity.LineTexts.score;
import static dev.assay.evaluators.similarity.LineTexts.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.Evidence;
import dev.assay.core.Evidence.Match;
import dev.assay.core.Evidence.Side;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Cosines are 1 − distance / 8, see {@link LineTexts}; all expected values are exact. */
class SentenceEvaluatorsTest {

  @Test
  void groundednessIsTheLowestOfTheBestMatches() {
    // Answer at 0 and 5, contexts at 1, 9 | 3.
    // 0: distances 1, 9, 3 -> 1 - 1/8 = .875.  5: distances 4, 4, 2 -> 1 - 2/8 = .75.
    Outcome outcome =
        score(new Groundedness(), Example.of("q", null, List.of(at(1, 9), at(3)), at(0, 5)));
    assertThat(value(outcome, "groundedness")).isEqualTo(0.75);
    assertThat(value(outcome, "groundedness_mean")).isEqualTo((0.875 + 0.75) / 2);
    assertThat(outcome.evidence())
        .containsExactly(
            new Evidence(
                "groundedness",
                Side.ANSWER,
                0,
                at(0),
                0.875,
                Optional.of(new Match(Side.CONTEXT, 0, at(1))),
                List.of(),
                Map.of("match_rank", 1.0)),
            new Evidence(
                "groundedness",
                Side.ANSWER,
                1,
                at(5),
                0.75,
                Optional.of(new Match(Side.CONTEXT, 2, at(3))),
                List.of("least_grounded"),
                Map.of("match_rank", 2.0)));
  }

  @Test
  void cosinesAreNotClippedAtZero() {
    // Distance 16 -> 1 - 16/8 = -1.
    Outcome outcome = score(new Groundedness(), Example.of("q", null, List.of(at(16)), at(0)));
    assertThat(value(outcome, "groundedness")).isEqualTo(-1);
  }

  @Test
  void tiesGoToTheFirst() {
    // Answer at 4 and 4: both best at distance 2, of contexts 2 and 6 the first.
    Outcome outcome = score(new Groundedness(), Example.of("q", null, List.of(at(2, 6)), at(4, 4)));
    assertThat(outcome.evidence()).extracting(e -> e.match().orElseThrow().index()).containsOnly(0);
    assertThat(outcome.evidence().get(0).flags()).containsExactly("least_grounded");
    assertThat(outcome.evidence().get(1).flags()).isEmpty();
  }

  @Test
  void contextRelevancyIsBestAndMeanOverPassagesWithText() {
    // Question at 0. Passage 1 (4, 2): .75. Passage 2 blank. Passage 3 (6): .25.
    Outcome outcome =
        score(
            new ContextRelevancy(), Example.of(at(0), null, List.of(at(4, 2), " ", at(6)), "none"));
    assertThat(value(outcome, "recall_relevancy")).isEqualTo(0.75);
    assertThat(value(outcome, "precision_relevancy")).isEqualTo(0.5);
    assertThat(outcome.evidence()).extracting(Evidence::sentence).containsExactly(at(2), at(6));
    assertThat(outcome.evidence()).extracting(e -> e.detail().get("rank")).containsExactly(1., 3.);
    assertThat(outcome.evidence().get(0).flags()).containsExactly("most_relevant");
  }

  @Test
  void contextRelevancyBySentenceTakesQuestionWeights() {
    // Question at 0 and 8, context at 2: .75 and .25; weights 3 : 1 -> (2.25 + .25) / 4 = .625.
    Example example = Example.of(at(0, 8), null, List.of(at(2)), "none");
    Outcome even = score(new ContextRelevancySentence(), example);
    assertThat(value(even, "context_relevancy_mean")).isEqualTo(0.5);
    assertThat(value(even, "context_relevancy_weighted")).isEqualTo(0.5);
    assertThat(value(even, "context_relevancy_min")).isEqualTo(0.25);
    Outcome weighted =
        score(
            new ContextRelevancySentence(),
            Examples.withAttributes(example, Map.of("question_weights", "3, 1")));
    assertThat(value(weighted, "context_relevancy_mean")).isEqualTo(0.5);
    assertThat(value(weighted, "context_relevancy_weighted")).isEqualTo(0.625);
  }

  @Test
  void withoutWeightsALineWeighsItsTokens() {
    // "Quite short words." has 3 words and 2, 5 tokens, at 8; the other sentence 7, at 0. Question
    // at 0: cosines 1 and 0 -> 7 / 12.
    FakeEmbedder embedder = LineTexts.embedder(Map.of("Quite short words.", 8));
    Outcome outcome =
        new AnswerRelevancySentence()
            .score(
                List.of(Example.of(at(0), null, List.of(), at(0) + " Quite short words.")),
                FakeModels.with(embedder))
            .get(0);
    assertThat(value(outcome, "answer_relevancy_mean")).isEqualTo(0.5);
    assertThat(value(outcome, "answer_relevancy_weighted")).isEqualTo(7.0 / 12);
    assertThat(value(outcome, "answer_relevancy_min")).isEqualTo(0);
  }

  @Test
  void weightsThatDoNotFitSayWhy() {
    Example example = Example.of(at(0, 8), null, List.of(at(2)), "none");
    assertThat(weighted(example, "1,2,3"))
        .isEqualTo(
            Measure.notApplicable("question_weights has 3 weights, the question 2 sentences"));
    assertThat(weighted(example, "a,b"))
        .isEqualTo(
            Measure.notApplicable(
                "question_weights = \"a,b\" is not a list of numbers separated by commas"));
    assertThat(weighted(example, "1,-1"))
        .isEqualTo(
            Measure.notApplicable(
                "question_weights = \"1,-1\" has a weight that is not a number of 0 or more"));
    assertThat(weighted(example, "0,0")).isEqualTo(Measure.notApplicable("all weights are 0"));
  }

  @Test
  void answerRelevancyIsTheBestSentenceAgainstTheWholeQuestion() {
    // The question is one text at 0 although it has two sentences; answer at 3 and 1 -> 7/8.
    String question = at(0, 8);
    Outcome outcome =
        new AnswerRelevancy()
            .score(
                List.of(Example.of(question, null, List.of(), at(3, 1))),
                FakeModels.with(LineTexts.embedder(Map.of(question, 0))))
            .get(0);
    assertThat(value(outcome, "answer_relevancy")).isEqualTo(0.875);
    assertThat(outcome.evidence().get(1).flags()).containsExactly("most_relevant");
  }

  @Test
  void completenessReportsTransportAndPairwiseMeanUnderTheirOwnNames() {
    // Contexts at 0, 4; answer at 0, 8. Distances c0: 0, 1; c4: .5, .5.
    // Best cosines 1 and .5, mean .75. Transport: c0 -> a0 free, c4 -> a8 half of .5 = .25.
    // Over all pairs (0 + 1 + .5 + .5) / 4 = .5.
    Outcome outcome =
        score(new Completeness(), Example.of("q", null, List.of(at(0), at(4)), at(0, 8)));
    assertThat(value(outcome, "completeness_mean")).isEqualTo(0.75);
    assertThat(value(outcome, "completeness_weighted")).isEqualTo(0.75);
    assertThat(value(outcome, "wasserstein")).isEqualTo(0.25);
    assertThat(value(outcome, "mean_pairwise_distance")).isEqualTo(0.5);
    assertThat(outcome.evidence().get(1).flags()).containsExactly("least_covered");
  }

  @Test
  void contextWeightsMayBeGivenByPassage() {
    // Passages (0, 2) and (4), answer at 0: cosines 1, .75 | .5. Weights 1 : 3 by passage, shared
    // evenly by sentences of equal length: (.5 * 1 + .5 * .75 + 3 * .5) / 4 = .59375.
    Example example = Example.of("q", null, List.of(at(0, 2), at(4)), at(0));
    Outcome outcome =
        score(
            new Completeness(), Examples.withAttributes(example, Map.of("context_weights", "1,3")));
    assertThat(value(outcome, "completeness_weighted")).isEqualTo(0.59375);
  }

  @Test
  void transportAboveItsCapIsTooLongAndTheRestIsMeasured() {
    Outcome outcome =
        score(new Completeness(1), Example.of("q", null, List.of(at(0), at(4)), at(0)));
    assertThat(outcome.measures().get("wasserstein"))
        .isEqualTo(
            Measure.tooLong(
                "2 context and 1 answer sentences: transport is solved up to 1 on a side"));
    assertThat(value(outcome, "completeness_mean")).isEqualTo(0.75);
  }

  @Test
  void transportNeverCostsMoreThanThePairwiseMean() {
    // The independent coupling is a plan too, so the optimum is at most the mean over pairs; and
    // at least the mean distance of each context sentence to its nearest, 1 - completeness_mean.
    int measured = 0;
    for (Example example : Examples.random(3, 200)) {
      Outcome outcome =
          new Completeness()
              .score(List.of(example), FakeModels.with(FakeEmbedder.hashing(24)))
              .get(0);
      if (outcome.measures().get("wasserstein") instanceof Measure.Value transport) {
        measured++;
        assertThat(transport.value())
            .isBetween(
                1 - value(outcome, "completeness_mean") - 1e-9,
                value(outcome, "mean_pairwise_distance") + 1e-9);
      }
    }
    assertThat(measured).isPositive();
  }

  private static Measure weighted(Example example, String weights) {
    return score(
            new ContextRelevancySentence(),
            Examples.withAttributes(example, Map.of("question_weights", weights)))
        .measures()
        .get("context_relevancy_weighted");
  }
}
