package dev.assay.stats.agreement;

/**
 * Agreement of any number of annotators by item (Gwet 2014, Handbook of Inter-Rater Reliability).
 */
final class ManyRaters {
  private ManyRaters() {}

  /** Mean over items with two ratings or more of the share of agreeing pairs; NaN without one. */
  static double percent(RatingTable table, double[] factors) {
    double agreed = 0;
    double items = 0;
    for (int i = 0; i < table.items(); i++) {
      double[] counts = table.counts(i);
      double n = sum(counts);
      if (n >= 2) {
        double factor = factors[table.groupOfItem()[i]];
        double pairs = 0;
        for (double count : counts) {
          pairs += count * (count - 1);
        }
        agreed += factor * pairs / (n * (n - 1));
        items += factor;
      }
    }
    return items > 0 ? agreed / items : Double.NaN;
  }

  static double fleiss(RatingTable table, double[] factors) {
    double chance = 0;
    for (double share : prevalence(table, factors)) {
      chance += share * share;
    }
    return beyond(percent(table, factors), chance);
  }

  static double gwet(RatingTable table, double[] factors) {
    double chance = 0;
    for (double share : prevalence(table, factors)) {
      chance += share * (1 - share);
    }
    return beyond(percent(table, factors), chance / (table.levels() - 1));
  }

  /** The mean over rated items of each level's share of the item's ratings. */
  private static double[] prevalence(RatingTable table, double[] factors) {
    double[] shares = new double[table.levels()];
    double items = 0;
    for (int i = 0; i < table.items(); i++) {
      double factor = factors[table.groupOfItem()[i]];
      double[] counts = table.counts(i);
      double n = sum(counts);
      for (int level = 0; level < shares.length; level++) {
        shares[level] += factor * counts[level] / n;
      }
      items += factor;
    }
    for (int level = 0; level < shares.length; level++) {
      shares[level] /= items;
    }
    return shares;
  }

  /** (observed − chance) / (1 − chance); NaN where chance alone is certain. */
  static double beyond(double observed, double chance) {
    return 1 - chance > 1e-12 ? (observed - chance) / (1 - chance) : Double.NaN;
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
