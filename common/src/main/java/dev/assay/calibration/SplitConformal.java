package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Split conformal prediction (HCAT 5.2): a label is in the set when its nonconformity 1 − p(label)
 * is at most the calibrated quantile.
 *
 * <p>The quantile is the smallest nonconformity below or at which lies a mass of (G + 1)(1 − α),
 * each of the G groups counting 1, shared among its rows by their weights (Lee, Barber and Willett
 * 2023, Distribution-free inference with hierarchical data). For groups of one row that is the
 * order statistic of rank ⌈(G + 1)(1 − α)⌉. A random row of a new group is then covered with
 * probability at least 1 − α. The interpolated quantile of the paper covers less.
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param quantile in [0, 1], or positive infinity where the groups are too few: every set is full
 * @param groups number of groups that it rests on
 */
public record SplitConformal(double alpha, double quantile, int groups) implements Serializable {

  private static final double SLACK = 1e-9;

  public SplitConformal {
    if (!(alpha > 0 && alpha <= .5)) {
      throw new IllegalArgumentException("alpha lies in (0, 0.5], got " + alpha);
    }
  }

  /** Calibrates on rows that {@code map} has not seen. */
  public static SplitConformal fit(ProbabilityMap map, List<LabelledScore> rows, double alpha) {
    Set<String> distinct = new HashSet<>(2 * rows.size());
    if (rows.stream().allMatch(row -> distinct.add(row.groupId()))) {
      return ofSingles(map, rows, alpha);
    }
    Map<String, Double> groupWeights = new HashMap<>();
    rows.forEach(row -> groupWeights.merge(row.groupId(), row.weight(), Double::sum));
    int groups = groupWeights.size();
    List<Mass> masses =
        rows.stream()
            .map(
                row ->
                    new Mass(
                        nonconformity(map.probability(row.score()), row.label()),
                        row.weight() / groupWeights.get(row.groupId())))
            .sorted(Comparator.comparingDouble(Mass::at).thenComparingDouble(Mass::share))
            .toList();
    double wanted = (groups + 1) * (1 - alpha) - SLACK;
    double sum = 0;
    for (Mass mass : masses) {
      sum += mass.share();
      if (sum >= wanted) {
        return new SplitConformal(alpha, mass.at(), groups);
      }
    }
    return new SplitConformal(alpha, Double.POSITIVE_INFINITY, groups);
  }

  /** Groups of one row count 1 each, whatever its weight. */
  private static SplitConformal ofSingles(
      ProbabilityMap map, List<LabelledScore> rows, double alpha) {
    double[] sorted =
        rows.stream()
            .mapToDouble(row -> nonconformity(map.probability(row.score()), row.label()))
            .sorted()
            .toArray();
    int rank = rank(sorted.length, alpha);
    return new SplitConformal(
        alpha, rank > sorted.length ? Double.POSITIVE_INFINITY : sorted[rank - 1], sorted.length);
  }

  private record Mass(double at, double share) {}

  /** 1 − P(label), to nine decimals. */
  static double nonconformity(double probability, int label) {
    return Rounding.toNano(label == 1 ? 1 - probability : probability);
  }

  /** The set for a response whose probability of label 1 is {@code probability}. */
  public PredictionSet set(double probability) {
    boolean zero = nonconformity(probability, 0) <= quantile;
    boolean one = nonconformity(probability, 1) <= quantile;
    if (zero) {
      return one ? PredictionSet.of(0, 1) : PredictionSet.of(0);
    }
    return one ? PredictionSet.of(1) : PredictionSet.of();
  }

  /** The quantile where it is a number. */
  public OptionalDouble finiteQuantile() {
    return Double.isInfinite(quantile) ? OptionalDouble.empty() : OptionalDouble.of(quantile);
  }

  /** The rank k = ⌈(G + 1)(1 − α)⌉; above {@code groups} the quantile is infinite. */
  public int rank() {
    return rank(groups, alpha);
  }

  static int rank(int groups, double alpha) {
    return (int) Math.ceil((groups + 1) * (1 - alpha) - SLACK);
  }

  /**
   * Which parts have fewer groups than both stages and their check need; empty when none has.
   *
   * @param groups by part
   * @param minGroups the fewest in each; the conformal part may need more
   */
  public static String fewGroups(Map<Part, Integer> groups, int minGroups, double alpha) {
    List<String> few = new ArrayList<>();
    for (Part part : Part.values()) {
      int needed = part == Part.CONFORMAL ? Math.max(minGroups, groupsNeeded(alpha)) : minGroups;
      if (groups.get(part) < needed) {
        few.add("%d %s groups of the %d needed".formatted(groups.get(part), part.id(), needed));
      }
    }
    return String.join(", ", few);
  }

  /** The fewest groups with a finite quantile at {@code alpha}: 9 at 0.1, 19 at 0.05. */
  public static int groupsNeeded(double alpha) {
    return (int) Math.ceil((1 - alpha) / alpha - SLACK);
  }
}
