package dev.assay.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RidgeLogisticTest {

  /** One feature, −1 and 1 alike in each class: nothing separates them, so both numbers are 0. */
  @Test
  void nothingToLearnLeavesNothing() {
    float[][] rows = {{-1}, {1}, {-1}, {1}};
    double[] at = new RidgeLogistic(rows, new boolean[] {true, true, false, false}, 0.1).fit();
    assertThat(at[0]).isCloseTo(0, within(1e-9));
    assertThat(at[1]).isCloseTo(0, within(1e-9));
  }

  /**
   * Rows 1 (positive) and −1, each class of weight 1/2: by symmetry the intercept is 0, and the
   * weight w is where λ w = 1 / (1 + e^w). So λ = 1 / (2 (1 + e²)) gives w = 2.
   */
  @Test
  void aSeparableLineHasTheWeightWhereThePenaltyHoldsIt() {
    float[][] rows = {{1}, {-1}, {-1}};
    double lambda = 1 / (2 * (1 + Math.exp(2)));
    double[] at = new RidgeLogistic(rows, new boolean[] {true, false, false}, lambda).fit();
    assertThat(at[0]).isCloseTo(2, within(1e-4));
    assertThat(at[1]).isCloseTo(0, within(1e-4));
  }

  /** At the least loss no coefficient's gradient is left. */
  @Test
  void theGradientVanishes() {
    Random random = new Random(5);
    float[][] rows = new float[200][6];
    boolean[] labels = new boolean[200];
    int positive = 0;
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < 6; j++) {
        rows[i][j] = (float) random.nextGaussian();
      }
      labels[i] = rows[i][0] - rows[i][1] + random.nextGaussian() > 1;
      positive += labels[i] ? 1 : 0;
    }
    double[] at = new RidgeLogistic(rows, labels, 0.01).fit();
    for (int j = 0; j < 6; j++) {
      double gradient = 0.01 * at[j];
      for (int i = 0; i < rows.length; i++) {
        double logit = at[6];
        for (int k = 0; k < 6; k++) {
          logit += at[k] * rows[i][k];
        }
        double p = 1 / (1 + Math.exp(-logit));
        double weight = 0.5 / (labels[i] ? positive : rows.length - positive);
        gradient += weight * (p - (labels[i] ? 1 : 0)) * rows[i][j];
      }
      assertThat(gradient).isCloseTo(0, within(1e-6));
    }
  }

  @Test
  void oneClassIsNotEnough() {
    assertThatThrownBy(() -> new RidgeLogistic(new float[][] {{1}}, new boolean[] {true}, 1).fit())
        .hasMessageContaining("Both classes");
  }
}
