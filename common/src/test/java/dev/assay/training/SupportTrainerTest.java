package dev.assay.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.support.Feature;
import dev.assay.support.FeatureComparison;
import dev.assay.support.Idf;
import dev.assay.support.SupportWeights;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SupportTrainerTest {
  private static final Idf IDF = new Idf(10, Map.of());

  @Test
  void findsWhatSeparatesAndGivesTheSameWeightsAgain() {
    List<ComparedText> texts = texts(200);
    SupportWeights weights = SupportTrainer.fit(texts, IDF);
    assertThat(weights.weights()[Feature.MIN_ALIGNMENT.ordinal()]).isGreaterThan(1);
    assertThat(weights.weights()[Feature.ANTONYM.ordinal()])
        .as("speaks for support in these texts, against its sign")
        .isZero();
    assertThat(SupportTrainer.fit(texts, IDF).weights()).containsExactly(weights.weights());
  }

  /** Every text has one good sentence; that of an unsupported text must not count as a negative. */
  @Test
  void ofAnUnsupportedTextTheWeakestSentenceIsTheExample() {
    SupportWeights weights = SupportTrainer.fit(texts(200), IDF);
    double good = weights.logit(features(0.9, 0));
    double bad = weights.logit(features(0.4, 0));
    assertThat(good).isPositive();
    assertThat(bad).isNegative();
    // Were good sentences of unsupported texts negatives too, 2 of 3 good ones would be supported.
    assertThat(good).isGreaterThan(Math.log(2));
  }

  /**
   * Two features with the same values in every text have the same slope of the loss, and at the
   * optimum penalty · weight equals it for either: so their weights are as 1 / penalty.
   */
  @Test
  void numbersShrinkLessThanNames() {
    Random random = new Random(5);
    List<ComparedText> texts = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      boolean supported = i % 2 == 0;
      double unsaid = random.nextInt(10) < (supported ? 3 : 6) ? 1 : 0;
      double[] values = features(0.9 + random.nextGaussian() / 20, 0);
      values[Feature.NUMBER_MISMATCH.ordinal()] = unsaid;
      values[Feature.ENTITY_MISMATCH.ordinal()] = unsaid;
      FeatureComparison sentence =
          new FeatureComparison(Optional.empty(), List.of(), new boolean[0], values, List.of());
      texts.add(new ComparedText("s", "g" + i, supported, List.of(sentence)));
    }
    double[] weights = SupportTrainer.fit(texts, IDF).weights();
    double name = weights[Feature.ENTITY_MISMATCH.ordinal()];
    assertThat(name).isLessThan(-.1);
    assertThat(weights[Feature.NUMBER_MISMATCH.ordinal()] / name)
        .isCloseTo(0.1 / 0.03, within(1e-4));
  }

  private static List<ComparedText> texts(int count) {
    Random random = new Random(3);
    List<ComparedText> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean supported = i % 2 == 0;
      List<FeatureComparison> sentences = new ArrayList<>();
      sentences.add(comparison(0.9 + random.nextGaussian() / 20, supported ? 1 : 0));
      sentences.add(
          comparison((supported ? 0.9 : 0.4) + random.nextGaussian() / 20, supported ? 1 : 0));
      texts.add(new ComparedText("s" + i % 3, "g" + i, supported, sentences));
    }
    return texts;
  }

  private static FeatureComparison comparison(double alignment, double antonym) {
    return new FeatureComparison(
        Optional.empty(), List.of(), new boolean[0], features(alignment, antonym), List.of());
  }

  private static double[] features(double alignment, double antonym) {
    double[] values = new double[Feature.values().length];
    values[Feature.MIN_ALIGNMENT.ordinal()] = alignment;
    values[Feature.ANTONYM.ordinal()] = antonym;
    return values;
  }
}
