package dev.assay.stats;

import org.apache.commons.math3.special.Beta;

/**
 * The number of successes in {@code trials} whose common chance is itself Beta(a, b).
 *
 * @param trials at least 0
 * @param a first shape of the chance, positive
 * @param b second shape of the chance, positive
 */
public record BetaBinomial(int trials, double a, double b) {

  public BetaBinomial {
    if (trials < 0 || !(a > 0) || !(b > 0)) {
      throw new IllegalArgumentException(
          "Needs trials ≥ 0, a > 0, b > 0, got %d, %s, %s".formatted(trials, a, b));
    }
  }

  /** The chance of exactly {@code k} successes. */
  public double probability(int k) {
    if (k < 0 || k > trials) {
      return 0;
    }
    // The logarithm of the binomial coefficient, in a time that does not grow with k.
    double ways = -Math.log1p(trials) - Beta.logBeta(k + 1.0, trials - k + 1.0);
    return Math.exp(ways + Beta.logBeta(k + a, trials - k + b) - Beta.logBeta(a, b));
  }

  /** The smallest k with at most k successes at least {@code level} of the time. */
  public int quantile(double level) {
    double sum = 0;
    for (int k = 0; k < trials; k++) {
      sum += probability(k);
      if (sum >= level) {
        return k;
      }
    }
    return trials;
  }
}
