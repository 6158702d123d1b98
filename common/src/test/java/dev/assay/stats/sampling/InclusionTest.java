package dev.assay.stats.sampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.base.Seeds;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InclusionTest {

  @Test
  void chancesSumToTheWantedNumberAndKeepTheFloor() {
    Map<Double, Long> sizes = Map.of(0.0, 500L, .1, 300L, 1.0, 200L);
    Inclusion inclusion = Inclusion.of(sizes, 100, .2);
    // Floor .2 × 100/1000 = .02. The rest: 300 · .1c + 200 c = 100 − 500 · .02 = 90, c = 90/230;
    // .1c = .039 is above the floor.
    assertThat(inclusion.chance(0)).isCloseTo(.02, within(1e-12));
    assertThat(inclusion.chance(.1)).isCloseTo(.1 * 90 / 230, within(1e-9));
    assertThat(inclusion.chance(1)).isCloseTo(90 / 230.0, within(1e-9));
  }

  @Test
  void theMostUncertainAreSureWhereTheyAreFew() {
    Inclusion inclusion = Inclusion.of(Map.of(1.0, 10L, .01, 990L), 100, .2);
    assertThat(inclusion.chance(1)).isEqualTo(1);
    assertThat(inclusion.chance(.01)).isCloseTo(90 / 990.0, within(1e-9));
    assertThat(Inclusion.of(Map.of(.5, 10L), 10, 0).chance(.5)).isEqualTo(1);
    assertThat(Inclusion.of(Map.of(), 10, 0).chance(.5)).isEqualTo(1);
  }

  @Test
  void priorityIsAtLeastAHalfExactlyWhereACaseIsDrawn() {
    Inclusion inclusion = Inclusion.of(Map.of(0.0, 500L, .1, 300L, 1.0, 200L), 100, .2);
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 10_000; i++) {
      double size = new double[] {0, .1, 1}[random.nextInt(3)];
      double u = random.nextDouble();
      assertThat(inclusion.priority(size, u) > .5).isEqualTo(u < inclusion.chance(size));
    }
  }

  @Test
  void estimatesFromTheQueueAreUnbiasedAndWithoutWeightsTheyAreNot() {
    // Uncertain cases (size near 1) fail more often. 2,000 rounds of some 100 labels of 1,000
    // cases:
    // the Hájek estimate's mean is off by at most 3.3 × .08 / √2000 = .006.
    SplittableRandom random = new SplittableRandom(8);
    int n = 1000;
    double[] size = new double[n];
    double[] y = new double[n];
    Map<Double, Long> counts = new TreeMap<>();
    double truth = 0;
    for (int i = 0; i < n; i++) {
      size[i] = Math.rint(random.nextDouble() * 1000) / 1000;
      y[i] = random.nextDouble() < 1 - .8 * size[i] ? 1 : 0;
      counts.merge(size[i], 1L, Long::sum);
      truth += y[i] / n;
    }
    Inclusion inclusion = Inclusion.of(counts, 100, .2);
    double weighted = 0;
    double plain = 0;
    double drawn = 0;
    for (int round = 0; round < 2000; round++) {
      double w = 0;
      double wy = 0;
      double m = 0;
      double my = 0;
      for (int i = 0; i < n; i++) {
        double pi = inclusion.chance(size[i]);
        if (inclusion.priority(size[i], Seeds.uniform(round, "review", "case-" + i)) > .5) {
          w += 1 / pi;
          wy += y[i] / pi;
          m++;
          my += y[i];
        }
      }
      weighted += wy / w / 2000;
      plain += my / m / 2000;
      drawn += m / 2000;
    }
    assertThat(drawn).isCloseTo(100, within(1.0));
    assertThat(weighted).isCloseTo(truth, within(.006));
    assertThat(plain).isLessThan(truth - .1);
  }
}
