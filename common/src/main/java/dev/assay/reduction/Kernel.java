package dev.assay.reduction;

/**
 * How strongly a point belongs to its neighbours: exp(−max(0, d − ρ) / σ), with σ such that the
 * strengths add up to log₂ k (McInnes et al. 2018, section 3.1 and algorithm 3).
 *
 * @param rho distance up to which a neighbour belongs fully
 * @param sigma scale, above 0 unless all distances are 0
 */
record Kernel(double rho, double sigma) {
  private static final int STEPS = 64;
  private static final double TOLERANCE = 1e-5;
  private static final double LEAST_SHARE = 1e-3;

  /**
   * The kernel of a point with its neighbours at these distances, nearest first.
   *
   * @param k neighbours including the point itself
   * @param connected whether the nearest other point belongs fully, as it does in a fit
   * @param mean of the distances of all points, the point itself at 0 included
   */
  static Kernel of(float[] distances, int k, boolean connected, double mean) {
    double rho = connected ? leastAboveZero(distances) : 0;
    double target = Math.log(k) / Math.log(2);
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double sigma = 1;
    for (int step = 0; step < STEPS; step++) {
      double sum = 0;
      for (float distance : distances) {
        sum += strength(distance - rho, sigma);
      }
      if (Math.abs(sum - target) < TOLERANCE) {
        break;
      }
      if (sum > target) {
        high = sigma;
        sigma = (low + high) / 2;
      } else {
        low = sigma;
        sigma = high == Double.POSITIVE_INFINITY ? sigma * 2 : (low + high) / 2;
      }
    }
    double own = 0;
    for (float distance : distances) {
      own += distance / (distances.length + 1.0);
    }
    return new Kernel(rho, Math.max(sigma, LEAST_SHARE * (rho > 0 ? own : mean)));
  }

  /** In (0, 1]. */
  double strength(double distance) {
    return strength(distance - rho, sigma);
  }

  private static double strength(double beyond, double sigma) {
    return beyond <= 0 || sigma == 0 ? 1 : StrictMath.exp(-beyond / sigma);
  }

  private static double leastAboveZero(float[] distances) {
    for (float distance : distances) {
      if (distance > 0) {
        return distance;
      }
    }
    return 0;
  }
}
