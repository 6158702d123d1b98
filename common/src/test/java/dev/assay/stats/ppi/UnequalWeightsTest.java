package dev.assay.stats.ppi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Labelled groups whose weights differ are worth fewer than they are. */
class UnequalWeightsTest {
  private static final int ROUNDS = 4000;

  /**
   * Coverage of 95 % intervals; Monte Carlo error over 4,000 rounds 3.3 √(.0475/4000) = .011 (99.9
   * %) beside .94 to .96.
   */
  @ParameterizedTest(name = "{0} labelled groups, {1}, share {2}")
  @CsvSource({
    "30, equal, .5",
    "30, weighted, .5",
    "30, weighted, .8",
    "30, drawn, .5",
    "30, queue, .5",
    "30, queue, .8",
    "60, weighted, .5",
    "36, heavy, .5",
    "60, heavy, .5",
    "60, weighted, .8",
    "60, drawn, .5",
    "60, queue, .8"
  })
  void theTruthIsCoveredAsOftenAsPromised(int labelled, String design, double share) {
    SplittableRandom random = new SplittableRandom(labelled * 31L + design.length());
    int covered = 0;
    for (int round = 0; round < ROUNDS; round++) {
      HumanEquivalent human = sample(random, labelled, design, share).estimate(.95).orElseThrow();
      covered += human.estimate().covers(share) ? 1 : 0;
    }
    assertThat(covered / (double) ROUNDS).isBetween(.94 - .011, .96 + .011);
  }

  @Test
  void aTestHasTheDegreesOfFreedomOfItsInterval() {
    Interval shown = Interval.of(2, 0, 4, "as given", 40, 40);
    HumanEquivalent tuned = new HumanEquivalent(shown, shown, .5, 1, 1, 40, 40, 6);
    assertThat(tuned.pValue().orElseThrow())
        .isEqualTo(2 * new TDistribution(34).cumulativeProbability(-2));
    assertThat(tuned.labelsAlone().pValue().orElseThrow())
        .isEqualTo(2 * new TDistribution(39).cumulativeProbability(-2));
  }

  @Test
  void groupsOfUnequalWeightAreWorthFewer() {
    // 20 groups of weight 1 and 20 of weight 4: (20 + 80)² / (20 + 320) = 29.4.
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    for (int i = 0; i < 40; i++) {
      double weight = i % 2 == 0 ? 1 : 4;
      state.add("", new Sums(1, .5, weight, i % 3 == 0 ? weight : 0, weight * .5, 1));
    }
    HumanEquivalent human = state.estimate(.95).orElseThrow();
    assertThat(human.equalGroups()).isEqualTo(10_000 / 340.0);
    assertThat(human.power()).isZero();
    assertThat(human.pValue()).isEmpty();
    assertThat(human.estimate().nGroups()).isEqualTo(40);
    assertThat(human.estimate().method())
        .contains("40 labelled groups are worth 29 of equal weight, of the 30 that predictions");
  }

  /**
   * {@code weighted}: groups have weights from 1 to 9, {@code heavy}: from .06 to 18. {@code
   * drawn}: labels are drawn with chances from 1 to 9 that go with the prediction; {@code queue}:
   * that go with how near the prediction is to even. They count 1/π.
   */
  private static PredictionPowered sample(
      SplittableRandom random, int labelled, String design, double share) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    int groups = 10 * labelled;
    for (int g = 0; g < groups; g++) {
      // y is 1 with chance share whatever u is; f goes with y, w with u.
      double u = random.nextDouble();
      double y = random.nextDouble() < share ? 1 : 0;
      double f = .2 + .6 * (.6 * y + .4 * random.nextDouble());
      double w =
          switch (design) {
            case "weighted" -> 1 + 8 * u * u;
            case "heavy" -> Math.exp(1.2 * random.nextGaussian());
            default -> 1;
          };
      double wanted =
          switch (design) {
            case "drawn" -> 1 + 8 * (f - .2) / .6;
            case "queue" -> 9 - 8 * Math.abs(f - .5) / .3;
            default -> 5;
          };
      double pi = wanted / 5 / 10;
      boolean seen = random.nextDouble() < pi;
      state.add(
          "",
          seen
              ? new Sums(w, w * f, w / pi, w * y / pi, w * f / pi, 1)
              : new Sums(w, w * f, 0, 0, 0, 0));
    }
    return state;
  }
}
