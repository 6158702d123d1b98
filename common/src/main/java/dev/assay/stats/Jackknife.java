package dev.assay.stats;

import java.util.Arrays;

/**
 * A Student interval around any estimate from what it would be without each part of the data in
 * turn (delete-a-group jackknife): parts are disjoint, keep groups whole, and are about equal by
 * chance. The variance is (B − 1)/B Σ (θ₍ᵦ₎ − θ̄₍·₎)² on B − 1 degrees of freedom. For a mean with
 * a group in each part it is the usual s²/n.
 *
 * <p>Source: Kott 2001, "The delete-a-group jackknife", Journal of Official Statistics 17.
 */
public final class Jackknife {
  /** The name of the method in {@code ci_method} columns. */
  public static final String METHOD = "delete-a-group jackknife";

  private Jackknife() {}

  /**
   * @param estimate of all parts
   * @param without the estimate without each part
   * @param range that the estimate lies in; limits are cut at its ends
   * @param level confidence level in (0, 1)
   * @param n rows behind it
   * @param groups independent units behind it
   * @return without limits for fewer than two parts; where leaving out changes nothing, {@linkplain
   *     Intervals#NO_VARIATION the bound} that means have then
   */
  public static Interval interval(
      double estimate, double[] without, Range range, double level, int n, int groups) {
    if (without.length < 2 || groups < 2) {
      return Interval.without(estimate, "fewer than 2 groups", n, groups);
    }
    double mean = Arrays.stream(without).average().orElseThrow();
    double squares = Arrays.stream(without).map(one -> (one - mean) * (one - mean)).sum();
    double error = Math.sqrt((without.length - 1.0) / without.length * squares);
    if (error <= 1e-12 * Math.max(1, Math.abs(estimate))) {
      return Intervals.withoutVariation(estimate, range, 1 - level, n, groups);
    }
    double quantile = Deviates.student(without.length - 1, (1 + level) / 2);
    return Interval.of(
        estimate,
        Math.max(range.low(), estimate - quantile * error),
        Math.min(range.high(), estimate + quantile * error),
        METHOD,
        n,
        groups);
  }
}
