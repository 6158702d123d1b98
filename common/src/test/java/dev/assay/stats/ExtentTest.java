package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExtentTest {

  /** 0 to 7 is 7, the next from 0 is 3, from 7 it is 6: 16. On a line of 3-4-5 steps 10 + 5 + 5. */
  @Test
  void isTheLongestSegmentAndTheNextFromEachEnd() {
    assertThat(extent(new double[][] {{0}, {1}, {3}, {7}})).isEqualTo(16);
    assertThat(extent(new double[][] {{0}, {5}})).isEqualTo(5);
    assertThat(extent(new double[][] {{4}})).isZero();
    assertThat(extent(new double[0][])).isZero();
    assertThat(extent(new double[][] {{0, 0}, {3, 4}, {6, 8}})).isEqualTo(20);
  }

  private static double extent(double[][] points) {
    return Extent.of(Extent.distances(points));
  }
}
