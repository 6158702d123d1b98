package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LogisticLossTest {
  private static final int MANY = 20_000;
  private static final int FEATURES = 4;

  /** Ascending x in [−1, 1]: 1, x, x², x³. */
  private static double[][] cubic() {
    double[][] rows = new double[MANY][];
    for (int i = 0; i < MANY; i++) {
      double x = 2.0 * i / (MANY - 1) - 1;
      rows[i] = new double[] {1, x, x * x, x * x * x};
    }
    return rows;
  }

  private static double[] weights() {
    double[] weights = new double[MANY];
    Arrays.fill(weights, 1.0 / MANY);
    return weights;
  }

  /** Where the start is must not show: Newton's method from 0 finds the same place. */
  @Test
  void poolingManyRowsOnlyMovesTheStart() {
    double[][] rows = cubic();
    SplittableRandom random = new SplittableRandom(3);
    double[] labels =
        Arrays.stream(rows)
            .mapToDouble(x -> random.nextDouble() < 1 / (1 + Math.exp(-.3 - 2 * x[1])) ? 1 : 0)
            .toArray();
    LogisticLoss loss =
        new LogisticLoss(LogisticLoss.Rows.of(rows), labels, weights(), new double[FEATURES]);
    double[] alone = Newton.minimum(loss, new double[FEATURES]).orElseThrow();
    assertThat(loss.minimum(new double[FEATURES]).orElseThrow())
        .containsExactly(alone, within(1e-8));
  }

  /**
   * The run of rows that the labels change in has a mean label, and so a minimum; the rows none.
   */
  @Test
  void manySeparableRowsHaveNoMinimum() {
    double[][] rows = cubic();
    double[] labels = Arrays.stream(rows).mapToDouble(x -> x[1] > .3 ? 1 : 0).toArray();
    LogisticLoss loss =
        new LogisticLoss(LogisticLoss.Rows.of(rows), labels, weights(), new double[FEATURES]);
    assertThat(Newton.minimum(loss, new double[FEATURES])).isEmpty();
    assertThat(loss.minimum(new double[FEATURES])).isEmpty();
  }
}
