package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NewtonTest {
  private static final int[] SIGNS = {1, -1, 1, 0};
  private static final double LAMBDA = 0.01;
  private static final double[] PENALTY = {LAMBDA, LAMBDA, LAMBDA, 1e-6};

  /** The conditions of Karush, Kuhn and Tucker: what is not at its bound has gradient 0. */
  @Test
  void standsWhereTheLossIsLeastWithinTheSigns() {
    Random random = new Random(11);
    int n = 400;
    double[][] rows = new double[n][];
    double[] labels = new double[n];
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
    double[] at =
        Newton.minimum(
                new LogisticLoss(LogisticLoss.Rows.of(rows), labels, weights, PENALTY, SIGNS),
                new double[4])
            .orElseThrow();
    assertThat(at[0]).isPositive();
    assertThat(at[1]).isNegative();
    assertThat(at[2]).as("speaks against its sign, so it counts nothing").isZero();
    for (int f = 0; f < 4; f++) {
      double gradient = PENALTY[f] * at[f];
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

  /** Two rows at 1 and −1, one of each class: every larger slope is better, none is best. */
  @Test
  void separableClassesHaveNoMinimum() {
    LogisticLoss loss =
        new LogisticLoss(
            LogisticLoss.Rows.of(new double[][] {{1}, {-1}}),
            new double[] {1, 0},
            new double[] {.5, .5},
            new double[1]);
    assertThat(Newton.minimum(loss, new double[1])).isEmpty();
  }

  /**
   * Signs bind one after the other: the loss (x − ½)² + (y + x + 1)² over x ≥ 0, y ≥ 0 is (x − ½)²
   * + (x + 1)² at y = 0, which rises from x = 0 on. From (2, 2) both end on their bounds.
   */
  @Test
  void endsInACorner() {
    Newton.Loss loss =
        new Newton.Loss() {
          @Override
          public double value(double[] at, double[] gradient, double[][] hessian) {
            double a = at[0] - 0.5;
            double b = at[1] + at[0] + 1;
            gradient[0] = 2 * a + 2 * b;
            gradient[1] = 2 * b;
            hessian[0][0] = 4;
            hessian[1][0] = 2;
            hessian[1][1] = 2;
            return a * a + b * b;
          }

          @Override
          public int sign(int parameter) {
            return 1;
          }
        };
    assertThat(Newton.minimum(loss, new double[] {2, 2})).get().isEqualTo(new double[] {0, 0});
  }
}
