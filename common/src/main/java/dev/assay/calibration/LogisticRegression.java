package dev.assay.calibration;

import dev.assay.stats.LogisticLoss;
import dev.assay.stats.Newton;
import java.util.Optional;

/** Weighted logistic regression on several features without intercept of its own. */
public final class LogisticRegression {
  private LogisticRegression() {}

  /**
   * The coefficients; empty where the classes are separable or the features collinear.
   *
   * @param features by row
   * @param targets in [0, 1]
   * @param weights non-negative, summing to 1
   * @param penalty what half of each squared coefficient costs, non-negative
   */
  static Optional<double[]> fit(
      double[][] features, double[] targets, double[] weights, double[] penalty) {
    LogisticLoss loss = new LogisticLoss(LogisticLoss.Rows.of(features), targets, weights, penalty);
    return Newton.minimum(loss, new double[penalty.length]);
  }

  /** Of the labels of a table, over features of its scores. */
  public static Optional<double[]> fit(ScoreTable table, double[][] features, double[] penalty) {
    double[] targets = new double[table.size()];
    double[] weights = new double[table.size()];
    double total = table.total();
    for (int i = 0; i < targets.length; i++) {
      targets[i] = table.weight(1, i) / table.weight(i);
      weights[i] = table.weight(i) / total;
    }
    return new LogisticLoss(LogisticLoss.Rows.of(features), targets, weights, penalty)
        .minimum(new double[penalty.length]);
  }

  /** Σ coefficient · x. */
  public static double logit(double[] coefficients, double[] x) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += coefficients[j] * x[j];
    }
    return sum;
  }
}
