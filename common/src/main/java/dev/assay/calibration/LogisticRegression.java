package dev.assay.calibration;

import java.util.Optional;

/**
 * Weighted logistic regression on several features without intercept of its own.
 *
 * @param features by row
 * @param targets in [0, 1]
 * @param weights non-negative, summing to 1
 * @param penalty what each squared coefficient costs, non-negative
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record LogisticRegression(double[][] features, double[] targets, double[] weights, double[] penalty)
    implements Newton.Loss {

  /** Labels of a table over features of its scores. */
  static LogisticRegression of(ScoreTable table, double[][] features, double[] penalty) {
    double[] targets = new double[table.size()];
    double[] weights = new double[table.size()];
    double total = table.total();
    for (int i = 0; i < targets.length; i++) {
      targets[i] = table.weight(1, i) / table.weight(i);
      weights[i] = table.weight(i) / total;
    }
    return new LogisticRegression(features, targets, weights, penalty);
  }

  /** The coefficients; empty where the classes are separable or the features collinear. */
  Optional<double[]> coefficients() {
    return Newton.minimum(this, new double[penalty.length]);
  }

  @Override
  public double value(double[] at) {
    double sum = 0;
    for (int i = 0; i < targets.length; i++) {
      double logit = logit(at, features[i]);
      sum += weights[i] * (softplus(logit) - targets[i] * logit);
    }
    for (int j = 0; j < at.length; j++) {
      sum += penalty[j] * at[j] * at[j] / 2;
    }
    return sum;
  }

  @Override
  public void derivatives(double[] at, double[] gradient, double[][] hessian) {
    int k = at.length;
    for (int i = 0; i < targets.length; i++) {
      double[] x = features[i];
      double p = LogisticMap.sigmoid(logit(at, x));
      double residual = weights[i] * (p - targets[i]);
      double curvature = weights[i] * p * (1 - p);
      for (int a = 0; a < k; a++) {
        gradient[a] += residual * x[a];
        for (int b = 0; b <= a; b++) {
          hessian[a][b] += curvature * x[a] * x[b];
        }
      }
    }
    for (int a = 0; a < k; a++) {
      gradient[a] += penalty[a] * at[a];
      hessian[a][a] += penalty[a];
      for (int b = 0; b < a; b++) {
        hessian[b][a] = hessian[a][b];
      }
    }
  }

  static double logit(double[] coefficients, double[] x) {
    double sum = 0;
    for (int j = 0; j < x.length; j++) {
      sum += coefficients[j] * x[j];
    }
    return sum;
  }

  /** log(1 + e^logit). Where log would lose digits its series has eleven; log1p is slow. */
  static double softplus(double logit) {
    double small = Math.exp(-Math.abs(logit));
    return Math.max(logit, 0) + (small < 1e-5 ? small * (1 - small / 2) : Math.log(1 + small));
  }
}
