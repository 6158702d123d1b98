package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.assay.stats.HorvitzThompson.Draw;
import dev.assay.stats.HorvitzThompson.Estimate;
import dev.assay.stats.HorvitzThompson.Unit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HorvitzThompsonTest {
  private static final double[] A = {1, 3, 4, 8};
  private static final double[] B = {2, 2, 9};

  @Test
  void aTotalOfTwoStrataByHand() {
    // a: 2 of 4 with 1 and 3, N² (1 − f) s²/n = 16 × 1/2 × 2/2 = 8; b: 2 of 3 with 2 and 9,
    // 9 × 1/3 × 24.5/2 = 36.75. Total 2 × 4 + 1.5 × 11 = 24.5.
    Estimate total = HorvitzThompson.total(sample(0, 1, 0, 2), Draw.SIMPLE_RANDOM);
    assertThat(total.value()).isEqualTo(24.5);
    assertThat(total.variance()).isCloseTo(44.75, within(1e-12));
    assertThat(total.degreesOfFreedom()).isEqualTo(2);
    // t(2) = 4.302653 for 95 %.
    assertThat(total.limits(.95)[1]).isCloseTo(24.5 + 4.302653 * Math.sqrt(44.75), within(1e-5));
  }

  /** Yates and Grundy 1953: Σ over pairs of (π π' − π'') / π'' (y/π − y'/π')². */
  @Test
  void theStratifiedVarianceIsThatOfTheJointInclusionProbabilities() {
    List<Unit> units = sample(0, 3, 1, 2);
    // Within a stratum π'' = n (n − 1) / (N (N − 1)); across strata π'' = π π' and nothing is
    // added.
    double yatesGrundy = 0;
    double[][] joint = {{2 * 1 / (4 * 3.0), .5}, {2 * 1 / (3 * 2.0), 2 / 3.0}};
    for (int h = 0; h < 2; h++) {
      Unit one = units.get(2 * h);
      Unit other = units.get(2 * h + 1);
      double p = joint[h][1];
      double difference = one.value() / p - other.value() / p;
      yatesGrundy += (p * p - joint[h][0]) / joint[h][0] * difference * difference;
    }
    assertThat(HorvitzThompson.total(units, Draw.SIMPLE_RANDOM).variance())
        .isCloseTo(yatesGrundy, within(1e-12));
  }

  /** Over all 6 × 3 samples, each as likely as the others. */
  @Test
  void stratifiedTotalsAndTheirVariancesAreUnbiased() {
    double truth = 16 + 13;
    double mean = 0;
    double squares = 0;
    double variances = 0;
    int samples = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = i + 1; j < 4; j++) {
        for (int out = 0; out < 3; out++) {
          Estimate total =
              HorvitzThompson.total(
                  sample(i, j, out == 0 ? 1 : 0, out == 2 ? 1 : 2), Draw.SIMPLE_RANDOM);
          mean += total.value();
          squares += (total.value() - truth) * (total.value() - truth);
          variances += total.variance();
          samples++;
        }
      }
    }
    assertThat(samples).isEqualTo(18);
    assertThat(mean / 18).isCloseTo(truth, within(1e-12));
    assertThat(variances / 18).isCloseTo(squares / 18, within(1e-9));
  }

  /** Over all 2⁷ samples with their probabilities. */
  @Test
  void poissonTotalsAndTheirVariancesAreUnbiased() {
    double[] values = {1, 3, 4, 8, 2, 2, 9};
    double[] chances = {.2, .3, .5, 1, .25, .4, .8};
    double truth = 29;
    double mean = 0;
    double squares = 0;
    double variances = 0;
    for (int set = 0; set < 128; set++) {
      double chance = 1;
      List<Unit> units = new ArrayList<>();
      for (int i = 0; i < 7; i++) {
        boolean in = (set >> i & 1) == 1;
        chance *= in ? chances[i] : 1 - chances[i];
        if (in) {
          units.add(new Unit("", chances[i], values[i]));
        }
      }
      if (chance > 0) {
        Estimate total = HorvitzThompson.total(units, Draw.POISSON);
        mean += chance * total.value();
        squares += chance * (total.value() - truth) * (total.value() - truth);
        variances += chance * total.variance();
      }
    }
    assertThat(mean).isCloseTo(truth, within(1e-9));
    assertThat(variances).isCloseTo(squares, within(1e-9));
  }

  @Test
  void aMeanOfOneValueIsThatValueWithoutVariance() {
    for (Draw draw : Draw.values()) {
      Estimate mean =
          HorvitzThompson.mean(
              List.of(new Unit("a", .5, 7), new Unit("a", .5, 7), new Unit("b", .1, 7)), draw);
      assertThat(mean.value()).isCloseTo(7, within(1e-12));
      assertThat(mean.variance()).isCloseTo(0, within(1e-20));
    }
  }

  @Test
  void aCensusHasNoVariance() {
    List<Unit> all = List.of(new Unit("a", 1, 3), new Unit("a", 1, 5), new Unit("b", 1, 10));
    for (Draw draw : Draw.values()) {
      assertThat(HorvitzThompson.total(all, draw)).isEqualTo(new Estimate(18, 0, 0));
      assertThat(HorvitzThompson.mean(all, draw).limits(.95)).containsExactly(6, 6);
    }
  }

  @Test
  void whatHasNoVarianceIsRefused() {
    List<Unit> one = List.of(new Unit("a", .5, 3));
    assertThatThrownBy(() -> HorvitzThompson.mean(one, Draw.SIMPLE_RANDOM))
        .hasMessageContaining("more than 1 units");
    assertThatThrownBy(() -> HorvitzThompson.total(List.of(), Draw.POISSON))
        .hasMessageContaining("more than 0 units");
    assertThatThrownBy(() -> new Unit("a", 0, 3)).hasMessageContaining("probability in (0, 1]");
  }

  private static List<Unit> sample(int a1, int a2, int b1, int b2) {
    return List.of(
        new Unit("a", .5, A[a1]),
        new Unit("a", .5, A[a2]),
        new Unit("b", 2 / 3.0, B[b1]),
        new Unit("b", 2 / 3.0, B[b2]));
  }
}
