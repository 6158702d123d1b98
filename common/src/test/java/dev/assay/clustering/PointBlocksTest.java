package dev.assay.clustering;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointBlocksTest {

  /** To the last bit, around the number of points of a block; points lie on a grid, with ties. */
  @ParameterizedTest
  @CsvSource({"1, 3", "255, 1", "256, 20", "257, 2", "600, 5", "10, 0"})
  void nearestAndNearerAreThoseOfSinglePoints(int n, int dimensions) {
    SplittableRandom random = new SplittableRandom(9);
    double[][] points = grid(n, dimensions, random);
    double[][] centres = grid(9, dimensions, random);
    PointBlocks blocks = new PointBlocks(points);
    assertThat(blocks.nearest(centres))
        .isEqualTo(Arrays.stream(points).mapToInt(p -> Points.nearest(p, centres)).toArray());
    double[] before = random.doubles(n).toArray();
    double[] nearer = new double[n];
    Arrays.setAll(nearer, i -> Math.min(before[i], Points.squared(points[i], centres[0])));
    assertThat(blocks.nearer(before, centres[0])).isEqualTo(nearer);
  }

  private static double[][] grid(int n, int dimensions, SplittableRandom random) {
    double[][] points = new double[n][dimensions];
    for (double[] point : points) {
      Arrays.setAll(point, d -> random.nextInt(4) / 3.0);
    }
    return points;
  }
}
