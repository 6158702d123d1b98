package dev.assay.reduction;

import java.io.Serializable;
import org.apache.commons.math3.analysis.ParametricUnivariateFunction;
import org.apache.commons.math3.fitting.AbstractCurveFitter;
import org.apache.commons.math3.fitting.SimpleCurveFitter;
import org.apache.commons.math3.fitting.WeightedObservedPoints;

/**
 * Membership by distance in the layout, 1 / (1 + a d^2b), fitted to 1 up to the least distance and
 * exp(−(d − least)) beyond (McInnes et al. 2018, section 4.2).
 */
record Curve(double a, double b) implements Serializable {
  private static final int POINTS = 300;
  private static final double REACH = 3;

  /** The curve of a least distance in [0, 3). */
  static Curve of(double leastDistance) {
    WeightedObservedPoints points = new WeightedObservedPoints();
    for (int i = 0; i < POINTS; i++) {
      double x = REACH * i / (POINTS - 1);
      points.add(x, x < leastDistance ? 1 : StrictMath.exp(leastDistance - x));
    }
    AbstractCurveFitter fitter =
        SimpleCurveFitter.create(new Membership(), new double[] {1, 1}).withMaxIterations(1000);
    double[] fitted = fitter.fit(points.toList());
    return new Curve(fitted[0], fitted[1]);
  }

  /** The fitted function and its derivatives by a and b. */
  private static final class Membership implements ParametricUnivariateFunction {
    @Override
    public double value(double x, double... ab) {
      return 1 / (1 + ab[0] * StrictMath.pow(x, 2 * ab[1]));
    }

    @Override
    public double[] gradient(double x, double... ab) {
      if (x == 0) {
        return new double[] {0, 0};
      }
      double power = StrictMath.pow(x, 2 * ab[1]);
      double square = (1 + ab[0] * power) * (1 + ab[0] * power);
      return new double[] {-power / square, -2 * ab[0] * power * StrictMath.log(x) / square};
    }
  }
}
