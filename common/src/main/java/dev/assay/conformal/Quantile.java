package dev.assay.conformal;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.Part;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What a label's nonconformity may be: the least value with a mass of (G + 1)(1 − α) up to it, each
 * of G groups counting 1. For groups of one row that is the order statistic of rank ⌈(G + 1)(1 −
 * α)⌉. A random row of a new group is then inside with probability at least 1 − α (Lee, Barber and
 * Willett 2023).
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param value the quantile; +∞ where the groups are too few: every set is full
 * @param groups number of groups that it rests on
 */
public record Quantile(double alpha, double value, int groups) implements Serializable {

  private static final double SLACK = 1e-9;

  public Quantile {
    Quantile.check(alpha);
  }

  /** The quantile of whole groups, in any order of the rows. */
  public static Quantile of(List<Scored> rows, double alpha) {
    Set<String> groups = new HashSet<>(2 * rows.size());
    return rows.stream().allMatch(row -> groups.add(row.groupId()))
        ? of(rows.stream().mapToDouble(Scored::nonconformity).toArray(), alpha)
        : of(Masses.of(rows), alpha);
  }

  /**
   * The quantile of rows that {@code map} has not seen; millions of them cost no object each where
   * every row is a group of its own.
   *
   * @param sets the nonconformity of levels
   */
  public static Quantile of(
      ProbabilityMap map, Nonconformity sets, List<LabelledResponse> rows, double alpha) {
    Map<String, Long> keys = new HashMap<>(2 * rows.size());
    return of(
        rows.stream()
            .mapToDouble(row -> sets.of(map.probabilities(row.vector()))[row.level()])
            .toArray(),
        rows.stream()
            .mapToLong(row -> keys.computeIfAbsent(row.groupId(), id -> (long) keys.size()))
            .toArray(),
        rows.stream().mapToDouble(LabelledResponse::weight).toArray(),
        alpha);
  }

  /**
   * The same of columns of equal length.
   *
   * @param groups a number for each group
   */
  public static Quantile of(
      double[] nonconformities, long[] groups, double[] weights, double alpha) {
    check(alpha);
    if (repeats(groups)) {
      return of(
          IntStream.range(0, groups.length)
              .mapToObj(i -> new Scored(Long.toString(groups[i]), nonconformities[i], weights[i]))
              .toList(),
          alpha);
    }
    return of(nonconformities.clone(), alpha);
  }

  /** Of groups of one row each, which are sorted here. */
  private static Quantile of(double[] sorted, double alpha) {
    check(alpha);
    int rank = rank(sorted.length, alpha);
    Arrays.parallelSort(sorted);
    return new Quantile(
        alpha, rank > sorted.length ? Double.POSITIVE_INFINITY : sorted[rank - 1], sorted.length);
  }

  private static boolean repeats(long... groups) {
    long[] sorted = groups.clone();
    Arrays.parallelSort(sorted);
    return IntStream.range(1, sorted.length).anyMatch(i -> sorted[i] == sorted[i - 1]);
  }

  /** The quantile of merged states. */
  public static Quantile of(Masses masses, double alpha) {
    check(alpha);
    return new Quantile(alpha, masses.reaching(mass(masses.groups(), alpha)), masses.groups());
  }

  /** The mass that lies up to the quantile of so many groups. */
  static double mass(int groups, double alpha) {
    return (groups + 1) * (1 - alpha) - SLACK;
  }

  static void check(double alpha) {
    if (!(alpha > 0 && alpha <= .5)) {
      throw new IllegalArgumentException("alpha lies in (0, 0.5], got " + alpha);
    }
  }

  /** The rank k = ⌈(G + 1)(1 − α)⌉; above {@code groups} the quantile is infinite. */
  public int rank() {
    return rank(groups, alpha);
  }

  private static int rank(int groups, double alpha) {
    return (int) Math.ceil(mass(groups, alpha));
  }

  /** The fewest groups with a finite quantile at {@code alpha}: 9 at 0.1, 19 at 0.05. */
  public static int groupsNeeded(double alpha) {
    return (int) Math.ceil((1 - alpha) / alpha - SLACK);
  }

  /**
   * Which parts have fewer groups than both stages and their check need; empty when none has.
   *
   * @param groups by part
   * @param minGroups the fewest in each; the conformal part may need more
   */
  static String fewGroups(Map<Part, Integer> groups, int minGroups, double alpha) {
    List<String> few = new ArrayList<>();
    for (Part part : Part.values()) {
      int needed = part == Part.CONFORMAL ? Math.max(minGroups, groupsNeeded(alpha)) : minGroups;
      if (groups.get(part) < needed) {
        few.add("%d %s groups of the %d needed".formatted(groups.get(part), part.id(), needed));
      }
    }
    return String.join(", ", few);
  }

  /** The quantile where it is a number. */
  public OptionalDouble finite() {
    return isFinite() ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  /** Whether there were groups enough. */
  public boolean isFinite() {
    return !Double.isInfinite(value);
  }

  /** The labels whose nonconformity is at most the quantile. */
  public PredictionSet set(double[] nonconformities) {
    return PredictionSet.of(
        IntStream.range(0, nonconformities.length)
            .filter(y -> nonconformities[y] <= value)
            .toArray());
  }

  /** Why every set is full, and how many labelled groups would help; empty where none is. */
  public String shortfall() {
    int needed = groupsNeeded(alpha);
    return isFinite()
        ? ""
        : ("%d labelled groups are too few for a finite quantile at alpha %s, so every set is full;"
                + " %d more would help")
            .formatted(groups, plain(alpha), Math.max(1, needed - groups));
  }

  private static String plain(double alpha) {
    return java.math.BigDecimal.valueOf(alpha).stripTrailingZeros().toPlainString();
  }
}
