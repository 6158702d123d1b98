package dev.assay.stats;

import java.util.Optional;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.CholeskyDecomposition;
import org.apache.commons.math3.linear.NonPositiveDefiniteMatrixException;
import org.apache.commons.math3.linear.RealVector;

/**
 * Newton's method with backtracking for smooth convex losses, projected onto the parameters' signs
 * where they have some (Bertsekas 1982, Projected Newton Methods).
 */
public final class Newton {
  private static final int ITERATIONS = 200;
  private static final double FLAT = 1e-12;
  private static final double NEARLY_FLAT = 1e-7;
  private static final double SHORT = 1e-4;
  private static final double RIDGE = 1e-12;
  private static final double SMALLEST_STEP = 1e-10;

  /** A loss of a mean over rows, so that flatness means the same for any number of them. */
  public interface Loss {
    /**
     * The value, infinite where {@code at} is not allowed.
     *
     * @param gradient comes zeroed, is filled
     * @param hessian comes zeroed; its lower triangle is filled, with the Hessian or the expected
     *     one
     */
    double value(double[] at, double[] gradient, double[][] hessian);

    /**
     * 1 for a parameter that is never negative, −1 for one that is never positive, 0 for others.
     */
    default int sign(int parameter) {
      return 0;
    }
  }

  private Newton() {}

  /**
   * Where the loss is least; empty where no such place was found. A loss that only flattens out
   * towards infinity, as with separable labels, has none: there a step stays as long as it was.
   *
   * @param start within the signs
   */
  public static Optional<double[]> minimum(Loss loss, double[] start) {
    Point here = Point.of(loss, start.clone());
    for (int i = 0; i < ITERATIONS; i++) {
      here.hold(loss);
      double steepest = new ArrayRealVector(here.gradient, false).getLInfNorm();
      Optional<double[]> step = here.step();
      if (step.isEmpty()) {
        return Optional.empty();
      }
      boolean arrived = steepest < NEARLY_FLAT && relative(step.get(), here.at) < SHORT;
      if (arrived && steepest <= FLAT) {
        return Optional.of(here.at);
      }
      double length = 1;
      Point next = here.moved(loss, step.get(), length);
      while (!here.fallsTo(next) && length > SMALLEST_STEP) {
        length /= 2;
        next = here.moved(loss, step.get(), length);
      }
      if (!(next.value < here.value)) {
        return arrived ? Optional.of(here.at) : Optional.empty();
      }
      here = next;
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

  /** Parameters with the loss and its derivatives there. */
  @SuppressWarnings("ArrayRecordComponent") // vectors and a matrix, never compared
  private record Point(double[] at, double value, double[] gradient, double[][] hessian) {

    static Point of(Loss loss, double[] at) {
      double[] gradient = new double[at.length];
      double[][] hessian = new double[at.length][at.length];
      double value = loss.value(at, gradient, hessian);
      for (int a = 0; a < at.length; a++) {
        for (int b = 0; b < a; b++) {
          hessian[b][a] = hessian[a][b];
        }
        hessian[a][a] += RIDGE;
      }
      return new Point(at, value, gradient, hessian);
    }

    /** Takes out the parameters that the loss would push through zero. */
    void hold(Loss loss) {
      for (int a = 0; a < at.length; a++) {
        if (at[a] == 0 && loss.sign(a) * gradient[a] > 0) {
          gradient[a] = 0;
          for (int b = 0; b < at.length; b++) {
            hessian[a][b] = a == b ? 1 : 0;
            hessian[b][a] = hessian[a][b];
          }
        }
      }
    }

    Optional<double[]> step() {
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

    Point moved(Loss loss, double[] step, double length) {
      double[] next = at.clone();
      for (int i = 0; i < next.length; i++) {
        double free = next[i] + length * step[i];
        next[i] = loss.sign(i) * free < 0 ? 0 : free;
      }
      return of(loss, next);
    }

    /** Whether the loss falls by a share of what the slope promises. */
    boolean fallsTo(Point next) {
      double promised = 0;
      for (int i = 0; i < at.length; i++) {
        promised += gradient[i] * (next.at[i] - at[i]);
      }
      return next.value <= value + 1e-4 * promised;
    }
  }
}
