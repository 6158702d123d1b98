package dev.assay.calibration;

import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;
import org.apache.commons.math3.linear.RealVector;

/** Newton's method with backtracking for smooth convex losses. */
final class Newton {
  private static final int ITERATIONS = 200;
  private static final double FLAT = 1e-12;
  private static final double NEARLY_FLAT = 1e-7;
  private static final double SHORT = 1e-4;
  private static final double RIDGE = 1e-12;
  private static final double SMALLEST_STEP = 1e-10;

  /** A loss of a mean over rows, so that flatness means the same for any number of them. */
  interface Loss {
    /** Infinite where {@code at} is not allowed. */
    double value(double[] at);

    /** Fills gradient and Hessian (or the expected one); both come zeroed. */
    void derivatives(double[] at, double[] gradient, double[][] hessian);
  }

  private Newton() {}

  /**
   * Where the loss is least; empty where no such place was found. A loss that only flattens out
   * towards infinity, as with separable labels, has none: there a step stays as long as it was.
   */
  static Optional<double[]> minimum(Loss loss, double[] start) {
    double[] at = start.clone();
    double value = loss.value(at);
    for (int i = 0; i < ITERATIONS; i++) {
      double[] gradient = new double[at.length];
      double[][] hessian = new double[at.length][at.length];
      loss.derivatives(at, gradient, hessian);
      double steepest = new ArrayRealVector(gradient).getLInfNorm();
      Optional<double[]> step = step(gradient, hessian);
      if (step.isEmpty()) {
        return Optional.empty();
      }
      boolean arrived = steepest < NEARLY_FLAT && relative(step.get(), at) < SHORT;
      if (arrived && steepest <= FLAT) {
        return Optional.of(at);
      }
      double downhill = new ArrayRealVector(gradient).dotProduct(new ArrayRealVector(step.get()));
      double length = 1;
      double[] next = moved(at, step.get(), length);
      double reached = loss.value(next);
      while (!(reached <= value + 1e-4 * length * downhill) && length > SMALLEST_STEP) {
        length /= 2;
        next = moved(at, step.get(), length);
        reached = loss.value(next);
      }
      if (!(reached < value)) {
        return arrived ? Optional.of(at) : Optional.empty();
      }
      at = next;
      value = reached;
    }
    return Optional.empty();
  }

  private static double relative(double[] step, double[] at) {
    double most = 0;
    for (int i = 0; i < at.length; i++) {
      most = Math.max(most, Math.abs(step[i]) / (1 + Math.abs(at[i])));
    }
    return most;
  }

  private static Optional<double[]> step(double[] gradient, double[][] hessian) {
    for (int i = 0; i < gradient.length; i++) {
      hessian[i][i] += RIDGE;
    }
    try {
      RealVector step =
          new CholeskyDecomposition(new Array2DRowRealMatrix(hessian, false), 1e-9, 1e-300)
              .getSolver()
              .solve(new ArrayRealVector(gradient, false));
      return Optional.of(step.mapMultiply(-1).toArray());
    } catch (NonPositiveDefiniteMatrixException e) {
      return Optional.empty();
    }
  }

  private static double[] moved(double[] at, double[] step, double length) {
    double[] next = at.clone();
    for (int i = 0; i < next.length; i++) {
      next[i] += length * step[i];
    }
    return next;
  }
}
