package dev.assay.conformal;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.stats.BetaBinomial;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.math3.stat.descriptive.moment.Variance;

/**
 * How often prediction sets held the human's label on groups that nothing was fitted on. Each group
 * counts 1, shared among its rows by their weights.
 *
 * @param share covered groups over all groups, in [0, 1]
 * @param groups number of groups, at least 1
 * @param least the 1 % point of the number of covered groups when the guarantee holds,
 *     BetaBinomial(groups, k, n + 1 − k) for a quantile of rank k out of n; below it coverage fails.
 *     Where groups have several rows their shares vary less than single rows do: groups and n are
 *     then those of as many independent rows as the variance between the groups' shares says
 * @param setSizes share of sets with 0, 1, 2, … labels
 * @param spread over other divisions of the groups; absent where there are enough of them
 */
public record Coverage(double share, int groups, double least, List<Double> setSizes, Optional<CoverageSpread> spread) {

  private static final double LEVEL = .01;
  private static final double SLACK = 1e-9;

  /** Measures on rows that neither {@code map} nor {@code conformal} has seen; at least one. */
  public static Coverage of(
      Quantile conformal, ProbabilityMap map, Nonconformity of, List<LabelledResponse> rows) {
    List<SetSeen> sets =
        rows.stream()
            .sorted(LabelledResponse.ORDER)
            .map(
                row -> {
                  PredictionSet set = conformal.set(of.of(map.probabilities(row.vector())));
                  return new SetSeen(
                      row.groupId(), set.size(), set.contains(row.level()), row.weight());
                })
            .toList();
    return of(conformal, sets, map.scale().size());
  }

  /**
   * A set of an unseen row.
   *
   * @param groupId of the row
   * @param size number of labels in it
   * @param holds whether it holds the human's
   * @param weight of the row
   */
  record SetSeen(String groupId, int size, boolean holds, double weight) {}

  /** Of sets that were made with a quantile, rows in an order that does not depend on anything. */
  static Coverage of(Quantile conformal, List<SetSeen> rows, int labels) {
    SortedMap<String, double[]> byGroup = new TreeMap<>();
    for (SetSeen row : rows) {
      double[] sums = byGroup.computeIfAbsent(row.groupId(), id -> new double[labels + 3]);
      sums[row.size()] += row.weight();
      sums[labels + 1] += row.holds() ? row.weight() : 0;
      sums[labels + 2] += row.weight();
    }
    if (byGroup.isEmpty()) {
      throw new IllegalArgumentException("Coverage needs at least one row");
    }
    int groups = byGroup.size();
    double[] shares = new double[labels + 2];
    for (double[] sums : byGroup.values()) {
      for (int i = 0; i < shares.length; i++) {
        shares[i] += sums[i] / sums[labels + 2] / groups;
      }
    }
    return new Coverage(
        Math.min(1, shares[labels + 1]),
        groups,
        least(
            conformal,
            byGroup.values().stream()
                .mapToDouble(sums -> sums[labels + 1] / sums[labels + 2])
                .toArray(),
            rows.size()),
        Arrays.stream(shares, 0, labels + 1).boxed().toList(),
        Optional.empty());
  }

  private static double least(Quantile conformal, double[] shares, int rows) {
    if (conformal.rank() > conformal.groups()) {
      return 0;
    }
    double worth = worth(shares, rows);
    double n = conformal.groups() * worth;
    double k = Math.ceil((n + 1) * (1 - conformal.alpha()) - SLACK);
    int trials = (int) (shares.length * worth);
    return new BetaBinomial(trials, k, n + 1 - k).quantile(LEVEL) / worth;
  }

  /** How many independent rows a group is worth: 1 where its rows are alike, at most all of them. */
  private static double worth(double[] shares, int rows) {
    double mean = Arrays.stream(shares).average().orElseThrow();
    double between = new Variance().evaluate(shares);
    double most = rows / (double) shares.length;
    return between > 0 ? Math.max(1, Math.min(most, mean * (1 - mean) / between)) : 1;
  }

  /** With what other divisions of the groups show. */
  Coverage with(Optional<CoverageSpread> over) {
    return new Coverage(share, groups, least, setSizes, over);
  }

  /** Whether the guarantee can be believed. */
  public boolean holds() {
    return share * groups >= least - SLACK;
  }
}
