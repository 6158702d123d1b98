package dev.assay.stats;

import java.util.Optional;

/**
 * Mean log loss of a logistic curve over features without intercept of its own, with a ridge
 * penalty.
 *
 * @param rows the features
 * @param targets in [0, 1]
 * @param weights of the rows, positive where {@link #minimum} is asked for, summing to 1
 * @param penalty what half of each squared coefficient costs, non-negative
 * @param signs by coefficient: 1 for at least 0, −1 for at most 0, 0 for any
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
public record LogisticLoss(
    Rows rows, double[] targets, double[] weights, double[] penalty, int[] signs)
    implements Newton.Loss {

  private static final int COARSE = 1024;
  private static final int MANY = 16 * COARSE;

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

  /**
   * Where it is least, as {@link Newton#minimum} finds it, of rows whose neighbours are alike, such
   * as those of ascending scores: many are first pooled into {@value #COARSE} for a start near the
   * place, from which two or three passes over all of them are left.
   *
   * @param start within the signs
   */
  public Optional<double[]> minimum(double... start) {
    double[] near = targets.length < MANY ? start : pooled().minimum(start).orElse(start);
    return Newton.minimum(this, near);
  }

  /** Runs of neighbouring rows, as many of each, replaced by their means. */
  private LogisticLoss pooled() {
    int k = penalty.length;
    int n = targets.length;
    double[][] means = new double[COARSE][k];
    double[] shares = new double[COARSE];
    double[] sums = new double[COARSE];
    double[] x = new double[k];
    for (int i = 0; i < n; i++) {
      int run = (int) ((long) i * COARSE / n);
      rows.read(i, x);
      shares[run] += weights[i];
      sums[run] += weights[i] * targets[i];
      for (int a = 0; a < k; a++) {
        means[run][a] += weights[i] * x[a];
      }
    }
    for (int run = 0; run < COARSE; run++) {
      sums[run] /= shares[run];
      for (int a = 0; a < k; a++) {
        means[run][a] /= shares[run];
      }
    }
    return new LogisticLoss(Rows.of(means), sums, shares, penalty, signs);
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
