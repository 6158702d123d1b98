package dev.assay.stats;

import java.util.Arrays;

/**
 * Logistic regression with a ridge penalty on all coefficients but the intercept, both classes
 * weighing the same.
 *
 * @param rows vectors of one length
 * @param labels of the rows
 * @param lambda what half of each squared coefficient costs
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
public record RidgeLogistic(float[][] rows, boolean[] labels, double lambda) {
  private static final double INTERCEPT = 1e-9;

  /** The coefficients, the intercept behind them. */
  public double[] fit() {
    int positive = 0;
    for (boolean label : labels) {
      positive += label ? 1 : 0;
    }
    if (positive == 0 || positive == labels.length) {
      throw new IllegalArgumentException("Both classes are needed, got one");
    }
    double[] targets = new double[labels.length];
    double[] weights = new double[labels.length];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = labels[i] ? 1 : 0;
      weights[i] = 0.5 / (labels[i] ? positive : labels.length - positive);
    }
    double[] penalty = new double[rows[0].length + 1];
    Arrays.fill(penalty, lambda);
    penalty[penalty.length - 1] = INTERCEPT;
    return Newton.minimum(
            new LogisticLoss(this::read, targets, weights, penalty), new double[penalty.length])
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "The logistic fit of %d rows did not converge".formatted(rows.length)));
  }

  private void read(int row, double[] features) {
    for (int j = 0; j < rows[row].length; j++) {
      features[j] = rows[row][j];
    }
    features[rows[row].length] = 1;
  }
}
