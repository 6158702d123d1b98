package dev.assay.stats;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;

/**
 * Logistic regression with a ridge penalty on all coefficients but the intercept, both classes
 * weighing the same. Newton's steps, halved until the loss falls: it is strictly convex.
 *
 * @param rows vectors of one length
 * @param labels of the rows
 * @param lambda what half of each squared coefficient costs
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
public record RidgeLogistic(float[][] rows, boolean[] labels, double lambda) {
  private static final int STEPS = 50;
  private static final double STILL = 1e-9;
  private static final double INTERCEPT = 1e-9;

  /** The coefficients, the intercept behind them. */
  public double[] fit() {
    double[] weights = weights();
    double[] at = new double[rows[0].length + 1];
    double loss = loss(at, weights);
    for (int step = 0; step < STEPS; step++) {
      double[] direction = direction(at, weights);
      double size = 1;
      double[] next = moved(at, direction, size);
      double lower = loss(next, weights);
      while (lower > loss && size > 1e-6) {
        size /= 2;
        next = moved(at, direction, size);
        lower = loss(next, weights);
      }
      boolean still = loss - lower < STILL;
      if (lower <= loss) {
        at = next;
        loss = lower;
      }
      if (still) {
        break;
      }
    }
    return at;
  }

  private double[] weights() {
    int positive = 0;
    for (boolean label : labels) {
      positive += label ? 1 : 0;
    }
    if (positive == 0 || positive == labels.length) {
      throw new IllegalArgumentException("Both classes are needed, got one");
    }
    double[] weights = new double[labels.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = 0.5 / (labels[i] ? positive : labels.length - positive);
    }
    return weights;
  }

  private double penalty(int coefficient, int size) {
    return coefficient == size - 1 ? INTERCEPT : lambda;
  }

  private double loss(double[] at, double[] weights) {
    double loss = 0;
    for (int i = 0; i < rows.length; i++) {
      double wrong = labels[i] ? -logit(at, rows[i]) : logit(at, rows[i]);
      loss += weights[i] * (Math.max(wrong, 0) + Math.log1p(Math.exp(-Math.abs(wrong))));
    }
    for (int j = 0; j < at.length; j++) {
      loss += penalty(j, at.length) * at[j] * at[j] / 2;
    }
    return loss;
  }

  /** The Newton direction: where the loss's second-order picture is least. */
  private double[] direction(double[] at, double[] weights) {
    int k = at.length;
    double[] gradient = new double[k];
    double[][] hessian = new double[k][k];
    double[] x = new double[k];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < k - 1; j++) {
        x[j] = rows[i][j];
      }
      x[k - 1] = 1;
      double p = 1 / (1 + Math.exp(-logit(at, rows[i])));
      double residual = weights[i] * (p - (labels[i] ? 1 : 0));
      double curvature = weights[i] * p * (1 - p);
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
      gradient[a] += penalty(a, k) * at[a];
      hessian[a][a] += penalty(a, k);
      for (int b = 0; b < a; b++) {
        hessian[b][a] = hessian[a][b];
      }
    }
    return new CholeskyDecomposition(new Array2DRowRealMatrix(hessian, false))
        .getSolver()
        .solve(new ArrayRealVector(gradient, false))
        .toArray();
  }

  private static double[] moved(double[] at, double[] direction, double size) {
    double[] next = Arrays.copyOf(at, at.length);
    for (int j = 0; j < next.length; j++) {
      next[j] -= size * direction[j];
    }
    return next;
  }

  private static double logit(double[] at, float[] row) {
    double logit = at[row.length];
    for (int j = 0; j < row.length; j++) {
      logit += at[j] * row[j];
    }
    return logit;
  }
}
