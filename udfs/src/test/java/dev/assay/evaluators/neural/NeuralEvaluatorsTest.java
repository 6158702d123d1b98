package dev.assay.evaluators.neural;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.core.Evidence;
import dev.assay.core.Example;
import dev.assay.core.Measure;
import dev.assay.core.Outcome;
import dev.assay.core.RowEvaluator;
import dev.assay.core.Status;
import dev.assay.testing.FakeEmbedder;
import dev.assay.testing.FakeModels;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeuralEvaluatorsTest {

  @Test
  void toxicityIsTheHighestOverSentencesAndUnknownKindsAreNotApplicable() {
    // 1 of 4 words, then 2 of 4
    Outcome outcome = score(new Toxicity(), "This is toxic stuff. Toxic is toxic stuff.");
    assertThat(value(outcome, "toxicity")).isCloseTo(0.5, within(1e-6));
    assertThat(value(outcome, "insult")).isZero();
    assertThat(absent(outcome, "threat").status()).isEqualTo(Status.NOT_APPLICABLE);
    assertThat(absent(outcome, "threat").reason()).contains("threat");
    assertThat(outcome.evidence()).extracting(Evidence::metric).containsOnly("toxicity");
    assertThat(outcome.evidence()).hasSize(2);
  }

  @Test
  void biasIsTheProbabilityOfItsClassAndWindowsAreFlagged() {
    assertThat(value(score(new FairnessBias(), "a biased text"), "fairness_bias"))
        .isCloseTo(1 / 3.0, within(1e-6));
    assertThat(score(new FairnessBias(), "word ".repeat(600)).truncated())
        .containsExactly("fairness_bias");
  }

  @Test
  void perplexityIsTheInverseGeometricMeanOfTheProbabilities() {
    // words of 1 and 3 letters: probabilities 1/2 and 1/4, geometric mean 1/√8
    assertThat(value(score(new Perplexity(), "a fee"), "perplexity"))
        .isCloseTo(Math.sqrt(8), within(1e-9));
    assertThat(absent(score(new Perplexity(), "?!"), "perplexity").status())
        .isEqualTo(Status.NO_INPUT);
    assertThat(absent(score(new Perplexity(), "fee ".repeat(20_000)), "perplexity").status())
        .isEqualTo(Status.TOO_LONG);
  }

  /** Of 2 words one is "toxic": 1/2, none "insult" or "biased"; so 1 of 3 tones is there. */
  @Test
  void toneIsTheShareOfTheWantedTonesAndTheCosineWithExamples() {
    ToneCompliance all = new ToneCompliance(List.of(), 0.4, "");
    assertThat(value(score(all, "toxic stuff"), "tone_compliance"))
        .isCloseTo(1 / 3.0, within(1e-12));
    assertThat(absent(score(all, "toxic stuff"), "tone_similarity").reason())
        .contains("no exemplars");
    ToneCompliance one = new ToneCompliance(List.of("Toxic"), 0.4, "toxic stuff | ");
    assertThat(value(score(one, "toxic stuff"), "tone_compliance")).isEqualTo(1);
    assertThat(value(score(one, "toxic stuff"), "tone_similarity")).isCloseTo(1, within(1e-6));
    assertThat(absent(score(new ToneCompliance(List.of("kind"), 0.5, ""), "x"), "tone_compliance"))
        .satisfies(absent -> assertThat(absent.status()).isEqualTo(Status.NOT_APPLICABLE))
        .satisfies(absent -> assertThat(absent.reason()).contains("kind"));
  }

  private static Outcome score(RowEvaluator evaluator, String answer) {
    return evaluator
        .score(
            List.of(Example.of("q", null, List.of(), answer)),
            FakeModels.with(FakeEmbedder.hashing(8)))
        .get(0);
  }

  private static double value(Outcome outcome, String metric) {
    return ((Measure.Value) outcome.measures().get(metric)).value();
  }

  private static Measure.Absent absent(Outcome outcome, String metric) {
    return (Measure.Absent) outcome.measures().get(metric);
  }
}
