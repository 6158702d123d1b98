package dev.assay.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SignedLogisticTest {
  private static final int[] SIGNS = {1, -1, 1, 0};
  private static final double LAMBDA = 0.01;

  /** The conditions of Karush, Kuhn and Tucker: what is not at its bound has gradient 0. */
  @Test
  void standsWhereTheLossIsLeast() {
    Random random = new Random(11);
    int n = 400;
    double[][] rows = new double[n][];
    int[] labels = new int[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      double a = random.nextGaussian();
      double b = random.nextGaussian();
      double wrong = random.nextGaussian();
      rows[i] = new double[] {a, b, wrong, 1};
      double logit = 1.5 * a - b - 0.8 * wrong + 0.3;
      labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-logit)) ? 1 : 0;
      weights[i] = 1.0 / n;
    }
    double[] at = SignedLogistic.fit(rows, labels, weights, SIGNS, LAMBDA);
    assertThat(at[0]).isPositive();
    assertThat(at[1]).isNegative();
    assertThat(at[2]).as("speaks against its sign, so it counts nothing").isZero();
    for (int f = 0; f < 4; f++) {
      double gradient = (SIGNS[f] == 0 ? 1e-6 : LAMBDA) * at[f];
      for (int i = 0; i < n; i++) {
        double z = 0;
        for (int g = 0; g < 4; g++) {
          z += at[g] * rows[i][g];
        }
        gradient += weights[i] * (1 / (1 + Math.exp(-z)) - labels[i]) * rows[i][f];
      }
      if (f == 2) {
        assertThat(gradient).isPositive();
      } else {
        assertThat(gradient).isCloseTo(0, within(1e-8));
      }
    }
  }
}
