package dev.assay.stats.agreement;

import dev.assay.stats.Design;
import dev.assay.stats.Interval;
import dev.assay.stats.Resampling;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * How far annotators agree beyond chance, each coefficient with a percentile interval from
 * resampling whole groups. Items with one rating count only where the coefficient's literature has
 * them count (the prevalence of Fleiss' κ and AC1).
 */
public final class Agreement {
  private static final String BOOTSTRAP = "cluster bootstrap by group";

  private Agreement() {}

  /**
   * The coefficient over all ratings; empty where no item has two ratings or where it is not
   * defined (all ratings have one level, so chance alone explains them).
   *
   * @param levels number of levels
   */
  public static Optional<Interval> of(
      Coefficient coefficient, List<Rating> ratings, int levels, Resampling resampling) {
    RatingTable table = RatingTable.of(ratings, levels);
    double[] factors = new double[table.groups().size()];
    Arrays.fill(factors, 1);
    double estimate = value(coefficient, table, factors);
    if (Double.isNaN(estimate)) {
      return Optional.empty();
    }
    int groups = factors.length;
    if (groups < 2) {
      return Optional.of(Interval.without(estimate, "fewer than 2 groups", table.items(), groups));
    }
    Design design = new Design(java.util.Collections.nCopies(groups, ""));
    SplittableRandom random = new SplittableRandom(resampling.seed());
    double[] replicates = new double[resampling.replicates()];
    int kept = 0;
    for (int b = 0; b < replicates.length; b++) {
      design.draw(random, factors);
      double value = value(coefficient, table, factors);
      if (!Double.isNaN(value)) {
        replicates[kept++] = value;
      }
    }
    if (kept * 2 < replicates.length) {
      return Optional.of(
          Interval.without(estimate, "undefined in most resamples", table.items(), groups));
    }
    double[] limits =
        resampling.percentileLimits(Arrays.copyOf(replicates, kept), design.degreesOfFreedom());
    if (limits[0] == limits[1]) {
      return Optional.of(Interval.without(estimate, "no resample differs", table.items(), groups));
    }
    return Optional.of(
        Interval.of(estimate, limits[0], limits[1], BOOTSTRAP, table.items(), groups));
  }

  /** With each item weighted by its group's factor; NaN where undefined. */
  private static double value(Coefficient coefficient, RatingTable table, double[] factors) {
    return switch (coefficient) {
      case PERCENT_AGREEMENT -> ManyRaters.percent(table, factors);
      case FLEISS_KAPPA -> ManyRaters.fleiss(table, factors);
      case GWET_AC1 -> ManyRaters.gwet(table, factors);
      case COHEN_KAPPA -> PairedRaters.kappa(table, factors, (a, b) -> a == b ? 0 : 1);
      case COHEN_KAPPA_LINEAR -> PairedRaters.kappa(table, factors, (a, b) -> Math.abs(a - b));
      case COHEN_KAPPA_QUADRATIC -> PairedRaters.kappa(table, factors, (a, b) -> (a - b) * (a - b));
      case KRIPPENDORFF_ALPHA_NOMINAL ->
          Krippendorff.alpha(table, factors, (a, b, n) -> a == b ? 0 : 1);
      case KRIPPENDORFF_ALPHA_ORDINAL -> Krippendorff.alpha(table, factors, Krippendorff::ordinal);
      case KRIPPENDORFF_ALPHA_INTERVAL ->
          Krippendorff.alpha(table, factors, (a, b, n) -> (a - b) * (a - b));
    };
  }
}
