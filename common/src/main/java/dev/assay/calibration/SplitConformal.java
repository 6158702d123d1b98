package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

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
    Map<String, Long> keys = new HashMap<>(2 * rows.size());
    return fit(
        rows.stream()
            .mapToDouble(row -> nonconformity(map.probability(row.score()), row.label()))
            .toArray(),
        rows.stream()
            .mapToLong(row -> keys.computeIfAbsent(row.groupId(), id -> (long) keys.size()))
            .toArray(),
        rows.stream().mapToDouble(LabelledScore::weight).toArray(),
        alpha);
  }

  /** Calibrates on rows of equal weight that {@code map} has not seen. */
  public static SplitConformal fit(ProbabilityMap map, ScoreColumns rows, double alpha) {
    double[] nonconformities = new double[rows.size()];
    double[] weights = new double[rows.size()];
    for (int i = 0; i < nonconformities.length; i++) {
      nonconformities[i] = nonconformity(map.probability(rows.score(i)), rows.label(i));
      weights[i] = 1;
    }
    return fit(nonconformities, rows.groups(), weights, alpha);
  }

  private static SplitConformal fit(
      double[] nonconformities, long[] groups, double[] weights, double alpha) {
    long[] keys = groups.clone();
    Arrays.parallelSort(keys);
    int distinct = distinct(keys);
    if (distinct == groups.length) {
      return ofSingles(nonconformities, alpha);
    }
    double[] groupWeights = new double[distinct];
    int[] places = new int[groups.length];
    for (int i = 0; i < groups.length; i++) {
      places[i] = Arrays.binarySearch(keys, 0, distinct, groups[i]);
      groupWeights[places[i]] += weights[i];
    }
    List<Mass> masses =
        IntStream.range(0, groups.length)
            .mapToObj(i -> new Mass(nonconformities[i], weights[i] / groupWeights[places[i]]))
            .sorted(Comparator.comparingDouble(Mass::at).thenComparingDouble(Mass::share))
            .toList();
    double wanted = (distinct + 1) * (1 - alpha) - SLACK;
    double sum = 0;
    for (Mass mass : masses) {
      sum += mass.share();
      if (sum >= wanted) {
        return new SplitConformal(alpha, mass.at(), distinct);
      }
    }
    return new SplitConformal(alpha, Double.POSITIVE_INFINITY, distinct);
  }

  /** Moves the distinct ones of {@code sorted} to its front; how many they are. */
  private static int distinct(long[] sorted) {
    int n = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        sorted[n++] = sorted[i];
      }
    }
    return n;
  }

  /** Groups of one row count 1 each, whatever its weight; reorders them. */
  private static SplitConformal ofSingles(double[] nonconformities, double alpha) {
    int n = nonconformities.length;
    int rank = rank(n, alpha);
    if (rank > n) {
      return new SplitConformal(alpha, Double.POSITIVE_INFINITY, n);
    }
    Arrays.parallelSort(nonconformities);
    return new SplitConformal(alpha, nonconformities[rank - 1], n);
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
