package dev.assay.stats;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * A share with its interval, from rows of which those of a group depend on each other:
 * Clopper–Pearson's at the effective number of trials of Korn and Graubard (1998, Survey
 * Methodology 24), which holds at small numbers and at shares of 0 and 1. At most the groups count
 * as trials.
 *
 * @param share in [0, 1]; without a group 0, and then the limits say that nothing is known
 * @param low lower limit
 * @param high upper limit
 * @param groups independent units that it was seen on
 */
public record SeenShare(double share, double low, double high, int groups) implements Serializable {

  /** Of no row: it may be anything. */
  public static final SeenShare NONE = new SeenShare(0, 0, 1, 0);

  /**
   * Of rows in any order.
   *
   * @param rows 1 where it is so, 0 where not
   * @param level of the interval, in (0, 1)
   */
  public static SeenShare of(List<Observation> rows, double level) {
    if (rows.isEmpty()) {
      return NONE;
    }
    GroupSums sums = GroupSums.of(rows);
    double[] ones = new double[sums.size()];
    Arrays.fill(ones, 1);
    double share = Math.min(1, Math.max(0, sums.mean(ones)));
    double trials = trials(sums, share, level);
    double hits = share * trials;
    double tail = (1 - level) / 2;
    double low =
        share == 0
            ? 0
            : new BetaDistribution(null, hits, trials - hits + 1)
                .inverseCumulativeProbability(tail);
    double high =
        share == 1
            ? 1
            : new BetaDistribution(null, hits + 1, trials - hits)
                .inverseCumulativeProbability(1 - tail);
    return new SeenShare(share, low, high, sums.size());
  }

  /** Whether it was seen on anything. */
  public boolean known() {
    return groups > 0;
  }

  /** Share (1 − share) over the variance between groups, less what few groups know of it. */
  private static double trials(GroupSums sums, double share, double level) {
    double weight = Arrays.stream(sums.weights()).sum();
    double kish = weight * weight / Arrays.stream(sums.weights()).map(w -> w * w).sum();
    if (sums.size() < 2 || share == 0 || share == 1) {
      return kish;
    }
    double[] terms = new double[sums.size()];
    for (int g = 0; g < terms.length; g++) {
      terms[g] = (sums.totals()[g] - share * sums.weights()[g]) / weight;
    }
    double variance = sums.design().variance(terms);
    if (!(variance > 0)) {
      return kish;
    }
    double few =
        sums.n() > sums.size() ? point(sums.n() - 1, level) / point(sums.size() - 1, level) : 1;
    return Math.min(kish, share * (1 - share) / variance * few * few);
  }

  private static double point(int degrees, double level) {
    return Deviates.student(degrees, (1 + level) / 2);
  }
}
