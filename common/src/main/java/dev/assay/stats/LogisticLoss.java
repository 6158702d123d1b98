package dev.assay.stats;

/**
 * Mean log loss of a logistic curve over features without intercept of its own, with a ridge
 * penalty.
 *
 * @param rows the features
 * @param targets in [0, 1]
 * @param weights of the rows, non-negative, summing to 1
 * @param penalty what half of each squared coefficient costs, non-negative
 * @param signs by coefficient: 1 for at least 0, −1 for at most 0, 0 for any
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
public record LogisticLoss(
    Rows rows, double[] targets, double[] weights, double[] penalty, int[] signs)
    implements Newton.Loss {

  /** Features of numbered rows, wherever they stand. */
  public interface Rows {
    /** Writes all of them. */
    void read(int row, double[] features);

    static Rows of(double[][] table) {
      return (row, features) -> System.arraycopy(table[row], 0, features, 0, features.length);
    }
  }

  /** With coefficients of any sign. */
  public LogisticLoss(Rows rows, double[] targets, double[] weights, double[] penalty) {
    this(rows, targets, weights, penalty, new int[penalty.length]);
  }

  @Override
  public int sign(int coefficient) {
    return signs[coefficient];
  }

  @Override
  public double value(double[] at, double[] gradient, double[][] hessian) {
    int k = at.length;
    double[] x = new double[k];
    double loss = 0;
    for (int i = 0; i < targets.length; i++) {
      rows.read(i, x);
      double logit = 0;
      for (int a = 0; a < k; a++) {
        logit += at[a] * x[a];
      }
      double small = Math.exp(-Math.abs(logit));
      double p = (logit < 0 ? small : 1) / (1 + small);
      double weight = weights[i];
      double target = targets[i];
      loss += weight * (Math.max(logit, 0) + log1p(small) - target * logit);
      double residual = weight * (p - target);
      double curvature = weight * p * (1 - p);
      for (int a = 0; a < k; a++) {
        gradient[a] += residual * x[a];
        double scaled = curvature * x[a];
        double[] row = hessian[a];
        for (int b = 0; b <= a; b++) {
          row[b] += scaled * x[b];
        }
      }
    }
    for (int a = 0; a < k; a++) {
      loss += penalty[a] * at[a] * at[a] / 2;
      gradient[a] += penalty[a] * at[a];
      hessian[a][a] += penalty[a];
    }
    return loss;
  }

  /** Where log would lose digits the series has eleven; Java's log1p is slow. */
  private static double log1p(double small) {
    return small < 1e-5 ? small * (1 - small / 2) : Math.log(1 + small);
  }
}
