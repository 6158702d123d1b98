package dev.assay.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Confidence intervals of means and shares. */
public final class Intervals {

  /** The bootstrap's name in {@code ci_method} columns. */
  public static final String BOOTSTRAP = "stratified Rao-Wu bootstrap by group";

  /** The linearised interval's name in {@code ci_method} columns. */
  public static final String LINEARISED = "stratified linearisation by group";

  /** The name of an interval without width. */
  public static final String WHOLE = "every group of the population was drawn";

  /** The name of the bound that is used when no two groups differ. */
  public static final String NO_VARIATION = "bound for groups that do not differ";

  private Intervals() {}

  /**
   * The design-weighted mean Σwy/Σw (Hájek) with a percentile interval from a stratified bootstrap
   * over groups with Rao–Wu rescaling. Empty without observations; no limits for fewer than two
   * groups.
   *
   * <p>Where every group has the same mean v, a bootstrap would claim a width of 0. The limits are
   * then those of any distribution on {@code range} that shows v in all of G groups with
   * probability at least α: v − (1 − α^(1/G)) (v − low) and v + (1 − α^(1/G)) (high − v). An
   * unbounded range gives no limits.
   */
  public static Optional<Interval> mean(
      List<Observation> observations, Range range, Resampling resampling) {
    if (observations.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(mean(GroupSums.of(observations), range, resampling));
  }

  /** The design-weighted mean Σwy/Σw (Hájek) alone; empty without observations. */
  public static OptionalDouble estimate(List<Observation> observations) {
    return observations.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(estimate(GroupSums.of(observations)));
  }

  private static double estimate(GroupSums groups) {
    double[] factors = new double[groups.size()];
    Arrays.fill(factors, 1);
    return groups.mean(factors);
  }

  /**
   * The design-weighted mean Σwy/Σw (Hájek) with a Student interval around it, its variance by
   * linearisation within strata (see {@link Design#variance}) on groups less strata degrees of
   * freedom, cut at the ends of {@code range}. It needs no random numbers; few or very skewed
   * groups are the bootstrap's case. Groups that do not differ are treated as by {@link #mean}.
   *
   * @param level confidence level in (0, 1)
   */
  public static Optional<Interval> linearised(
      List<Observation> observations, Range range, double level) {
    if (observations.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(linearised(GroupSums.of(observations), range, level));
  }

  static Interval mean(GroupSums groups, Range range, Resampling resampling) {
    double estimate = estimate(groups);
    Design design = groups.design();
    Optional<Interval> special = special(groups, estimate, range, resampling.alpha());
    if (special.isPresent()) {
      return special.get();
    }
    SplittableRandom random = new SplittableRandom(resampling.seed());
    double[] factors = new double[groups.size()];
    double[] replicates = new double[resampling.replicates()];
    for (int b = 0; b < replicates.length; b++) {
      design.draw(random, factors);
      replicates[b] = groups.mean(factors);
    }
    double[] limits = resampling.percentileLimits(replicates, design.degreesOfFreedom());
    return Interval.of(estimate, limits[0], limits[1], BOOTSTRAP, groups.n(), groups.size());
  }

  static Interval linearised(GroupSums groups, Range range, double level) {
    double estimate = estimate(groups);
    Design design = groups.design();
    Optional<Interval> special = special(groups, estimate, range, 1 - level);
    if (special.isPresent()) {
      return special.get();
    }
    double weight = Arrays.stream(groups.weights()).sum();
    double[] terms = new double[groups.size()];
    for (int g = 0; g < terms.length; g++) {
      terms[g] = (groups.totals()[g] - estimate * groups.weights()[g]) / weight;
    }
    double half =
        Deviates.student(design.degreesOfFreedom(), (1 + level) / 2)
            * Math.sqrt(design.variance(terms));
    return Interval.of(
        estimate,
        Math.min(estimate, Math.max(range.low(), estimate - half)),
        Math.max(estimate, Math.min(range.high(), estimate + half)),
        LINEARISED,
        groups.n(),
        groups.size());
  }

  /** What neither method can say: one group, a whole population, no variation. */
  private static Optional<Interval> special(
      GroupSums groups, double estimate, Range range, double alpha) {
    if (groups.size() > 0 && Arrays.stream(groups.fractions()).allMatch(f -> f == 1)) {
      return Optional.of(
          Interval.of(estimate, estimate, estimate, WHOLE, groups.n(), groups.size()));
    }
    if (groups.size() < 2) {
      return Optional.of(
          Interval.without(estimate, "fewer than 2 groups", groups.n(), groups.size()));
    }
    return varies(groups)
        ? Optional.empty()
        : Optional.of(withoutVariation(estimate, range, alpha, groups.n(), groups.size()));
  }

  private static boolean varies(GroupSums groups) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < groups.size(); g++) {
      least = Math.min(least, groups.mean(g));
      most = Math.max(most, groups.mean(g));
    }
    return most - least > 1e-12 * Math.max(1, Math.abs(most));
  }

  static Interval withoutVariation(double value, Range range, double alpha, int n, int groups) {
    if (!range.isBounded()) {
      return Interval.without(value, "all groups have the same value", n, groups);
    }
    double unseen = 1 - Math.pow(alpha, 1.0 / groups);
    double low = value - unseen * Math.max(0, value - range.low());
    double high = value + unseen * Math.max(0, range.high() - value);
    return Interval.of(value, low, high, NO_VARIATION, n, groups);
  }

  /**
   * The score interval of a share (Wilson 1927), inside [0, 1] and not degenerate at 0 and n.
   *
   * @param successes in [0, n]; may be fractional where it is a weighted count
   * @param n effective number of trials, positive
   * @param level confidence level in (0, 1)
   * @return the lower and the upper limit
   */
  public static double[] wilson(double successes, double n, double level) {
    if (!(n > 0) || !(successes >= 0) || !(successes <= n)) {
      throw new IllegalArgumentException(
          "Needs 0 ≤ successes ≤ n and n > 0, got %s of %s".formatted(successes, n));
    }
    double z = Deviates.normal((1 + level) / 2);
    double share = successes / n;
    double shrink = 1 + z * z / n;
    double centre = (share + z * z / (2 * n)) / shrink;
    double half = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / shrink;
    double low = successes == 0 ? 0 : Math.max(0, centre - half);
    double high = successes == n ? 1 : Math.min(1, centre + half);
    return new double[] {low, high};
  }
}
