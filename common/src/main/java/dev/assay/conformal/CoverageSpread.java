package dev.assay.conformal;

import dev.assay.base.Seeds;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How coverage on test groups comes out when chance divides the groups otherwise: conformal and
 * test groups are dealt anew, as many of each, and the map stays. With few test groups one division
 * can lie far from the promise; the spread says how far, and the mean what a division shows on
 * average.
 *
 * @param mean over {@value #DIVISIONS} divisions
 * @param low one division in twenty shows less
 * @param high one in twenty shows more
 */
public record CoverageSpread(double mean, double low, double high) {

  /** With more test groups than this one division says enough. */
  static final int MOST_GROUPS = 100;

  private static final int DIVISIONS = 200;
  private static final int TAIL = DIVISIONS / 20;

  /** Empty without test groups, or with enough of them. */
  static Optional<CoverageSpread> of(
      ProbabilityMap map, Nonconformity sets, LabelledParts parts, double alpha, long seed) {
    int test = LabelledResponse.groups(parts.test());
    if (test == 0 || test > MOST_GROUPS) {
      return Optional.empty();
    }
    SortedMap<String, List<Scored>> groups = new TreeMap<>();
    for (LabelledResponse row : parts.held()) {
      double own = sets.of(map.probabilities(row.vector()))[row.level()];
      groups
          .computeIfAbsent(row.groupId(), id -> new ArrayList<>())
          .add(new Scored(row.groupId(), own, row.weight()));
    }
    List<List<Scored>> members = List.copyOf(groups.values());
    List<Mass> ascending = ascending(members);
    double wanted = Quantile.mass(members.size() - test, alpha);
    double[] shares = new double[DIVISIONS];
    for (int d = 0; d < DIVISIONS; d++) {
      List<Integer> dealt = new ArrayList<>(IntStream.range(0, members.size()).boxed().toList());
      Collections.shuffle(dealt, new Random(Seeds.of(seed, "division", Integer.toString(d))));
      List<Integer> unseen = dealt.subList(0, test);
      double quantile = reaching(wanted, ascending, conformal(members.size(), unseen));
      shares[d] = covered(unseen.stream().map(members::get).toList(), quantile);
    }
    Arrays.sort(shares);
    return Optional.of(
        new CoverageSpread(
            Arrays.stream(shares).sum() / DIVISIONS, shares[TAIL], shares[DIVISIONS - 1 - TAIL]));
  }

  /**
   * What a row is of its group.
   *
   * @param at its nonconformity
   * @param group the group's number
   * @param share of the group's weight
   */
  private record Mass(double at, int group, double share) {}

  /** Sorted once for all divisions. */
  private static List<Mass> ascending(List<List<Scored>> groups) {
    List<Mass> masses = new ArrayList<>();
    for (int g = 0; g < groups.size(); g++) {
      double all = groups.get(g).stream().mapToDouble(Scored::weight).sum();
      for (Scored row : groups.get(g)) {
        masses.add(new Mass(row.nonconformity(), g, row.weight() / all));
      }
    }
    masses.sort(Comparator.comparingDouble(Mass::at).thenComparingDouble(Mass::share));
    return masses;
  }

  private static boolean[] conformal(int groups, List<Integer> unseen) {
    boolean[] conformal = new boolean[groups];
    Arrays.fill(conformal, true);
    unseen.forEach(group -> conformal[group] = false);
    return conformal;
  }

  /** The quantile of the groups that are {@code in}. */
  private static double reaching(double wanted, List<Mass> ascending, boolean[] in) {
    double sum = 0;
    for (Mass one : ascending) {
      sum += in[one.group()] ? one.share() : 0;
      if (sum >= wanted) {
        return one.at();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Each group counts 1, shared among its rows by their weights. */
  private static double covered(List<List<Scored>> groups, double quantile) {
    double covered = 0;
    for (List<Scored> rows : groups) {
      double inside = 0;
      double all = 0;
      for (Scored row : rows) {
        inside += row.nonconformity() <= quantile ? row.weight() : 0;
        all += row.weight();
      }
      covered += inside / all / groups.size();
    }
    return Math.min(1, covered);
  }
}
