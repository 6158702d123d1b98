package dev.assay.stats;

import dev.assay.base.Rounding;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Area under the ROC curve: the chance that a row with label 1 scores above a row with label 0,
 * ties counting half (Mann–Whitney). A "lower is better" metric is passed negated. Scores are
 * finite; rounding them is the caller's choice.
 */
public final class Auroc {

  /** The name of the interval of an area. */
  public static final String LOG_ODDS = "clustered DeLong by group, log odds";

  /** The name of the bound that is used when the classes do not overlap. */
  public static final String SEPARATED = "exact bound for separated classes";

  /** The name of a difference's interval for groups of one row. */
  public static final String DELONG = "DeLong";

  /** The name of a difference's interval for other groups. */
  public static final String BOOTSTRAP = "cluster bootstrap by group";

  private Auroc() {}

  /** The weighted area; empty when a class is missing. */
  public static OptionalDouble of(double[] scores, Cohort cohort) {
    if (!cohort.hasBothLabels()) {
      return OptionalDouble.empty();
    }
    RankedScores ranked = new RankedScores(scores, cohort, new int[scores.length]);
    return OptionalDouble.of(ranked.auroc(new double[] {1}));
  }

  /**
   * The area with an interval by groups (see {@link AreaLimits}). Empty when a class is missing, no
   * limits for fewer than two groups or where all scores are the same.
   *
   * <p>Separated classes (area 0 or 1) show no variance. k disjoint pairs of groups are then all
   * ordered alike, which has probability A^k, so the limit is (α/2)^(1/k) or its mirror image, k
   * the smaller number of groups with a label, at most half of all groups.
   *
   * @param resampling whose level it has; nothing is drawn
   */
  public static Optional<Interval> interval(double[] scores, Cohort cohort, Resampling resampling) {
    if (!cohort.hasBothLabels()) {
      return Optional.empty();
    }
    Clusters clusters = Clusters.of(cohort);
    RankedScores ranked = new RankedScores(scores, cohort, clusters.groupOfRow());
    return Optional.of(interval(ranked, clusters, cohort, resampling.level()));
  }

  private static Interval interval(
      RankedScores ranked, Clusters clusters, Cohort cohort, double level) {
    int n = cohort.size();
    int groups = clusters.count();
    double area = ranked.auroc(clusters.ones());
    if (groups < 2) {
      return Interval.without(area, "fewer than 2 groups", n, groups);
    }
    double rounded = Rounding.toNano(area);
    if (rounded == 0 || rounded == 1) {
      double bound = Math.pow((1 - level) / 2, 1.0 / clusters.disjointPairs(cohort));
      return rounded == 1
          ? Interval.of(1, bound, 1, SEPARATED, n, groups)
          : Interval.of(0, 0, 1 - bound, SEPARATED, n, groups);
    }
    DeLong errors = ranked.errors(area, groups);
    if (!errors.varies()) {
      return Interval.without(area, "no group differs", n, groups);
    }
    double[] limits = clusters.limits(cohort).of(area, errors, level);
    return Interval.of(area, limits[0], limits[1], LOG_ODDS, n, groups);
  }

  /**
   * How much larger the first score's area is than the second's on the same rows, with DeLong's
   * interval where every group is one row of the same weight, else a percentile interval from
   * resampling whole groups. Empty when a class is missing, no limits for fewer than two groups or
   * when fewer than half of the resamples have both classes (the others are left out).
   */
  public static Optional<Interval> difference(
      double[] first, double[] second, Cohort cohort, Resampling resampling) {
    if (!cohort.hasBothLabels()) {
      return Optional.empty();
    }
    Clusters clusters = Clusters.of(cohort);
    RankedScores left = new RankedScores(first, cohort, clusters.groupOfRow());
    RankedScores right = new RankedScores(second, cohort, clusters.groupOfRow());
    if (cohort.isIndependent(clusters.count())) {
      double area = left.auroc(clusters.ones());
      double rival = right.auroc(clusters.ones());
      OptionalDouble error =
          left.errors(area, clusters.count())
              .minus(right.errors(rival, clusters.count()))
              .standardError();
      if (error.isPresent()) {
        double gain = area - rival;
        double half = DeLong.z(resampling.level()) * error.getAsDouble();
        return Optional.of(
            Interval.of(gain, gain - half, gain + half, DELONG, cohort.size(), clusters.count()));
      }
    }
    ToDoubleFunction<double[]> gain = factors -> left.auroc(factors) - right.auroc(factors);
    return Optional.of(
        bootstrap(gain.applyAsDouble(clusters.ones()), gain, clusters, cohort, resampling));
  }

  private static Interval bootstrap(
      double estimate,
      ToDoubleFunction<double[]> statistic,
      Clusters clusters,
      Cohort cohort,
      Resampling resampling) {
    int n = cohort.size();
    if (clusters.count() < 2) {
      return Interval.without(estimate, "fewer than 2 groups", n, clusters.count());
    }
    Design design = clusters.design();
    SplittableRandom random = new SplittableRandom(resampling.seed());
    double[] factors = new double[clusters.count()];
    double[] replicates = new double[resampling.replicates()];
    int kept = 0;
    for (int b = 0; b < replicates.length; b++) {
      design.draw(random, factors);
      double value = statistic.applyAsDouble(factors);
      if (!Double.isNaN(value)) {
        replicates[kept++] = value;
      }
    }
    if (kept * 2 < replicates.length) {
      return Interval.without(estimate, "a class is in too few groups", n, clusters.count());
    }
    double[] limits =
        resampling.percentileLimits(Arrays.copyOf(replicates, kept), design.degreesOfFreedom());
    if (limits[0] == limits[1]) {
      return Interval.without(estimate, "no resample differs", n, clusters.count());
    }
    return Interval.of(estimate, limits[0], limits[1], BOOTSTRAP, n, clusters.count());
  }
}
