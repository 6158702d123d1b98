package dev.assay.calibration;

import dev.assay.stats.BetaBinomial;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often prediction sets held the human's label on groups that nothing was fitted on. Each group
 * counts 1, shared among its rows by their weights.
 *
 * @param share covered groups over all groups, in [0, 1]
 * @param groups number of groups, at least 1
 * @param least the 1 % point of the number of covered groups when the guarantee holds,
 *     BetaBinomial(groups, k, n + 1 − k) for a quantile of rank k out of n; below it coverage fails
 * @param setSizes share of sets with 0, 1 and 2 labels
 */
public record Coverage(double share, int groups, int least, List<Double> setSizes) {

  private static final double LEVEL = .01;
  private static final double SLACK = 1e-9;

  /** Measures on rows that neither {@code map} nor {@code conformal} has seen; at least one. */
  public static Coverage of(
      SplitConformal conformal, ProbabilityMap map, List<LabelledScore> rows) {
    SortedMap<String, double[]> byGroup = new TreeMap<>();
    for (LabelledScore row : rows.stream().sorted(LabelledScore.ORDER).toList()) {
      double[] sums = byGroup.computeIfAbsent(row.groupId(), id -> new double[5]);
      PredictionSet set = conformal.set(map.probability(row.score()));
      sums[set.size()] += row.weight();
      sums[3] += set.contains(row.label()) ? row.weight() : 0;
      sums[4] += row.weight();
    }
    if (byGroup.isEmpty()) {
      throw new IllegalArgumentException("Coverage needs at least one row");
    }
    int groups = byGroup.size();
    double[] shares = new double[4];
    for (double[] sums : byGroup.values()) {
      for (int i = 0; i < shares.length; i++) {
        shares[i] += sums[i] / sums[4] / groups;
      }
    }
    int k = conformal.rank();
    int n = conformal.groups();
    int least = k > n ? 0 : new BetaBinomial(groups, k, n + 1 - k).quantile(LEVEL);
    return new Coverage(
        Math.min(1, shares[3]), groups, least, List.of(shares[0], shares[1], shares[2]));
  }

  /** Whether the guarantee can be believed. */
  public boolean holds() {
    return share * groups >= least - SLACK;
  }
}
