package dev.assay.evaluators.entailment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.testing.Examples;
import dev.assay.testing.FakeEntailment;
import dev.assay.testing.FakeModels;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The fake model's probability of a sentence is the share of its words that the passages have. */
class EntailmentEvaluatorsTest {
  private static final List<String> CONTEXTS =
      List.of("The card costs eight dollars.", "Transfers are free of charge.");

  @Test
  void groundednessIsTheMeanAndTheLowestOverSentences() {
    // sentence 1: 5 of 5 words; sentence 2: transfers, are, free of "Transfers are never free", 3
    // of 4
    Example example = answered("The card costs eight dollars. Transfers are never free.");
    Outcome outcome = score(new GroundednessNli(), example);
    // D = 2s − 1: 1 and 0.5; (1 / (1 + e⁻¹) + 1 / (1 + e^-0.5)) / 2
    double one = 1 / (1 + Math.exp(-1));
    double half = 1 / (1 + Math.exp(-.5));
    assertThat(value(outcome, "groundedness_nli")).isCloseTo((one + half) / 2, within(1e-12));
    assertThat(value(outcome, "groundedness_nli_min")).isCloseTo(half, within(1e-12));
    // z = 2s − 1: (1 + 0.5) / 2
    assertThat(value(outcome, "support_logit")).isCloseTo(0.75, within(1e-12));
    Evidence row = outcome.evidence().get(1);
    assertThat(row.score()).isCloseTo(half, within(1e-12));
    assertThat(row.flags()).containsExactly("least_supported");
    assertThat(row.detail()).containsEntry("z", 0.5).containsEntry("distance", 0.5);
    assertThat(row.match().orElseThrow().index()).isEqualTo(1);
  }

  @Test
  void aModelWithoutItsLastLayerGivesTheLogitOnly() {
    FakeEntailment model = new FakeEntailment(false, true, new AtomicInteger());
    Outcome outcome =
        new GroundednessNli()
            .score(List.of(answered("The card costs eight dollars.")), FakeModels.with(model))
            .get(0);
    assertThat(absent(outcome, "groundedness_nli").status()).isEqualTo(Status.NOT_APPLICABLE);
    assertThat(value(outcome, "support_logit")).isEqualTo(1);
    assertThat(outcome.evidence()).extracting(Evidence::metric).containsOnly("support_logit");
  }

  @Test
  void hallucinationIsTheHighestOverSinglePassages() {
    // passage 1: (5/5 + 0/4) / 2; passage 2: (0/5 + 3/4) / 2. Together it would be more.
    Outcome outcome =
        score(
            new Hallucination(),
            answered("The card costs eight dollars. Transfers are never free."));
    assertThat(value(outcome, "hallucination")).isCloseTo(0.5, within(1e-12));
    Example second = answered("Transfers are free.");
    Evidence row = score(new Hallucination(), second).evidence().get(0);
    assertThat(row.match().orElseThrow().index()).as("its place among the passages").isEqualTo(1);
  }

  @Test
  void faithfulnessCountsSentencesAboveTheThreshold() {
    Example example = answered("The card costs eight dollars. Transfers are never free.");
    assertThat(value(score(new FaithfulnessNli(0.75), example), "faithfulness_nli"))
        .as("exactly at the threshold is not above it")
        .isEqualTo(0.5);
    assertThat(value(score(new FaithfulnessNli(0.7), example), "hallucination_rate")).isZero();
    assertThatThrownBy(() -> new FaithfulnessNli(1)).hasMessageContaining("threshold = 1.0");
  }

  @Test
  void factsAreThoseOfTheCaseElseTheExpectedSentences() {
    Example listed = facts(List.of("card costs eight", "branch closes early"), Map.of());
    assertThat(value(score(new FactsCovered(), listed), "facts_covered")).isEqualTo(0.5);
    assertThat(absent(score(new FactsCovered(), listed), "completeness_required").status())
        .isEqualTo(Status.NO_INPUT);
    Example required = facts(List.of(), Map.of("required", "card costs eight\n\ncard costs\n"));
    assertThat(value(score(new FactsCovered(), required), "completeness_required")).isEqualTo(1);
    // expected "The card is free of charge.": 2 of 6 words
    assertThat(value(score(new FactsCovered(), required), "facts_covered")).isZero();
    Example silent = Example.of("q", "The card is free.", List.of(), "");
    assertThat(value(score(new FactsCovered(), silent), "facts_covered")).isZero();
  }

  @Test
  void contradictionsAreWithinTheAnswerAndNeedAModelThatKnowsThem() {
    Example example = answered("The card is free today. The card is not free today. Call us now.");
    Outcome outcome = score(new Contradictions(), example);
    assertThat(value(outcome, "contradiction_score")).isEqualTo(1);
    assertThat(value(outcome, "has_contradictions")).isEqualTo(1);
    assertThat(outcome.evidence().get(0).match().orElseThrow().index()).isEqualTo(1);
    assertThat(
            value(
                score(new Contradictions(), answered("One sentence only here.")),
                "contradiction_score"))
        .isZero();
    FakeEntailment blind = new FakeEntailment(true, false, new AtomicInteger());
    Outcome none = new Contradictions().score(List.of(example), FakeModels.with(blind)).get(0);
    assertThat(absent(none, "contradiction_score").status()).isEqualTo(Status.NOT_APPLICABLE);
    assertThat(absent(none, "contradiction_score").reason()).contains("entailment", "fake");
  }

  @Test
  void aBatchIsOneCallAndLongTextsAreNotJudged() {
    FakeEntailment model = FakeEntailment.complete();
    Example example = answered("The card costs eight dollars. Transfers are never free.");
    Example book = answered("The card costs eight dollars today. ".repeat(2_100));
    List<Outcome> outcomes =
        new GroundednessNli().score(List.of(example, book, example), FakeModels.with(model));
    assertThat(model.calls()).hasValue(1);
    assertThat(absent(outcomes.get(1), "groundedness_nli").status()).isEqualTo(Status.TOO_LONG);
    assertThat(outcomes.get(2)).isEqualTo(outcomes.get(0));
  }

  private static Example answered(String answer) {
    return Example.of("q", null, CONTEXTS, answer);
  }

  private static Example facts(List<String> facts, Map<String, String> attributes) {
    Example plain =
        Example.of("q", "The card is free of charge.", CONTEXTS, "A card costs eight dollars.");
    Example listed =
        new Example(
            plain.caseId(),
            plain.system(),
            plain.repeat(),
            plain.groupId(),
            plain.question(),
            plain.expected(),
            plain.contexts(),
            plain.answer(),
            plain.condition(),
            plain.relevantIds(),
            facts,
            attributes,
            List.of(),
            List.of());
    return Examples.withAttributes(listed, attributes);
  }

  private static Outcome score(RowEvaluator evaluator, Example example) {
    return evaluator.score(List.of(example), FakeModels.with(FakeEntailment.complete())).get(0);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }

  private static Measure.Absent absent(Outcome outcome, String metric) {
    return (Measure.Absent) outcome.measures().get(metric);
  }
}
