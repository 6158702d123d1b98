package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TwoSampleTest {

  /**
   * Means (1, 0) and (0, 1): cosine 0, distance 1. Squared distances: 0 twice inside, 2 four times
   * across, so the median is 2 and the kernel across e^(−2/4); MMD² = 1 + 1 − 2e^(−1/2).
   */
  @Test
  void isTheFormula() {
    double[][] vectors = {{1, 0}, {1, 0}, {0, 1}, {0, 1}};
    TwoSample sample =
        TwoSample.of(
            vectors,
            new int[] {0, 1, 2, 3},
            new boolean[] {true, true, false, false},
            99,
            new SplittableRandom(1));
    assertThat(sample.centroidDistance()).isCloseTo(1, within(1e-12));
    assertThat(sample.bandwidth()).isCloseTo(Math.sqrt(2), within(1e-12));
    assertThat(sample.mmd()).isCloseTo(2 - 2 * Math.exp(-0.5), within(1e-12));
  }

  @Test
  void equalSamplesHaveNoDistance() {
    double[][] vectors = {{1, 2}, {3, 1}, {1, 2}, {3, 1}};
    TwoSample sample =
        TwoSample.of(
            vectors,
            new int[] {0, 1, 2, 3},
            new boolean[] {true, true, false, false},
            9,
            new SplittableRandom(1));
    assertThat(sample.centroidDistance()).isCloseTo(0, within(1e-12));
  }

  /**
   * Without drift the p-value is uniform: of 400 draws about 5 % are at most 0.05, here within
   * three standard deviations (0.05 ± 0.033). Groups of three alike members, permuted one by one,
   * would be far outside.
   */
  @Test
  void withoutADifferenceThePValueIsUniformForGroupsToo() {
    int low = 0;
    int half = 0;
    int draws = 400;
    for (int draw = 0; draw < draws; draw++) {
      TwoSample sample = draw(draw, 0);
      low += sample.mmdP() <= 0.05 ? 1 : 0;
      half += sample.mmdP() <= 0.5 ? 1 : 0;
    }
    assertThat(low / (double) draws).isCloseTo(0.05, within(0.033));
    assertThat(half / (double) draws).isCloseTo(0.5, within(0.075));
  }

  @Test
  void aShiftIsSeen() {
    int seen = 0;
    for (int draw = 0; draw < 20; draw++) {
      seen += draw(draw, 2).mmdP() <= 0.05 ? 1 : 0;
    }
    assertThat(seen).isGreaterThanOrEqualTo(18);
  }

  private static TwoSample draw(int seed, double shift) {
    java.util.Random random = new java.util.Random(seed);
    int groups = 24;
    double[][] vectors = new double[3 * groups][];
    boolean[] first = new boolean[groups];
    for (int g = 0; g < groups; g++) {
      first[g] = g < groups / 2;
      double[] centre = {random.nextGaussian() + (first[g] ? 0 : shift), random.nextGaussian(), 3};
      for (int k = 0; k < 3; k++) {
        vectors[3 * g + k] =
            new double[] {
              centre[0] + 0.1 * random.nextGaussian(), centre[1] + 0.1 * random.nextGaussian(), 3
            };
      }
    }
    int[] group = IntStream.range(0, vectors.length).map(i -> i / 3).toArray();
    return TwoSample.of(vectors, group, first, 99, new SplittableRandom(seed));
  }
}
