package dev.assay.calibration.thresholds;

/**
 * Cubic B-splines over evenly spaced knots, constant beyond the ends, the last one left out for an
 * intercept (as scikit-learn's SplineTransformer without bias).
 *
 * @param low the first knot
 * @param high the last knot, above the first
 * @param knots at least 2
 */
record CubicSpline(double low, double high, int knots) {
  private static final int DEGREE = 3;

  /** 1 and the splines at {@code x}. */
  double[] basis(double x) {
    double step = (high - low) / (knots - 1);
    double at = Math.max(low, Math.min(high, x));
    int functions = knots - 1 + DEGREE;
    double[] basis = new double[functions];
    basis[0] = 1;
    for (int i = 0; i < functions - 1; i++) {
      basis[i + 1] = cubic((at - low) / step - i + DEGREE);
    }
    return basis;
  }

  /** The cardinal cubic B-spline on [0, 4]. */
  private static double cubic(double t) {
    double u = Math.abs(t - 2);
    if (u >= 2) {
      return 0;
    }
    return u >= 1 ? (2 - u) * (2 - u) * (2 - u) / 6 : (4 - 6 * u * u + 3 * u * u * u) / 6;
  }
}
