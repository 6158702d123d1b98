package dev.assay.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrincipalComponentsTest {

  /** On a line, on a plane: the directions are known, and there are no others. */
  @Test
  void areTheDirectionsThatVectorsDifferIn() {
    List<float[]> vectors = new ArrayList<>();
    for (int i = -8; i <= 8; i++) {
      vectors.add(new float[] {1 + 3 * i / 16f, 2 + 4 * i / 16f, 0});
    }
    PrincipalComponents line = PrincipalComponents.of(vectors, 3);
    assertThat(line.mean()).containsExactly(new double[] {1, 2, 0}, within(1e-12));
    assertThat(line.components()).hasNumberOfRows(1);
    assertThat(along(line.components()[0], 3 / 5.0, 4 / 5.0, 0)).isCloseTo(1, within(1e-12));

    vectors.add(new float[] {1, 2, 1});
    vectors.add(new float[] {1, 2, -1});
    PrincipalComponents plane = PrincipalComponents.of(vectors, 3);
    assertThat(plane.components()).hasNumberOfRows(2);
    assertThat(along(plane.components()[0], 3 / 5.0, 4 / 5.0, 0)).isCloseTo(1, within(1e-12));
    assertThat(along(plane.components()[1], 0, 0, 1)).isCloseTo(1, within(1e-12));
    assertThat(PrincipalComponents.of(vectors, 1).components()).hasNumberOfRows(1);
  }

  private static double along(double[] component, double... direction) {
    double product = 0;
    for (int d = 0; d < direction.length; d++) {
      product += component[d] * direction[d];
    }
    return Math.abs(product);
  }

  @Test
  void thereAreNoneWhereAllAreEqualAndFewerThanVectors() {
    float[] vector = {0.6f, 0.8f, 0};
    assertThat(PrincipalComponents.of(List.of(vector), 2).components()).isEmpty();
    assertThat(PrincipalComponents.of(Collections.nCopies(999, vector), 2).components()).isEmpty();
    float[] other = {0.8f, 0.6f, 0};
    assertThat(PrincipalComponents.of(List.of(vector, other), 2).components()).hasNumberOfRows(1);
  }

  /** Around the rows and the vectors that are taken together. */
  @ParameterizedTest
  @CsvSource({"1, 1", "3, 63", "4, 64", "5, 65", "130, 130"})
  void sumsOfProductsAreThoseOfAllVectors(int n, int width) {
    SplittableRandom random = new SplittableRandom(2);
    List<float[]> vectors = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      float[] vector = new float[width];
      for (int d = 0; d < width; d++) {
        vector[d] = (float) random.nextDouble(-1, 1);
      }
      vectors.add(vector);
    }
    double[] centre = random.doubles(width).toArray();
    double[] at = random.doubles(width).toArray();
    double[] times = new double[width];
    double[][] sums = new double[width][width];
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        for (float[] vector : vectors) {
          sums[i][j] += (vector[i] - centre[i]) * (vector[j] - centre[j]);
        }
        times[i] += sums[i][j] * at[j];
      }
    }
    Moments moments = Moments.of(vectors, centre);
    for (int i = 0; i < width; i++) {
      assertThat(moments.sums()[i]).containsExactly(sums[i], within(1e-9));
    }
    assertThat(moments.times(at)).containsExactly(times, within(1e-7));
  }
}
