package dev.assay.stats;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Whether two disjoint sets of groups have the same mean: a slice against the rest, say. Groups are
 * the unit; their weights are carried along.
 */
public final class UnpairedDifferences {

  /** The name of the test in {@code test} columns. */
  public static final String PERMUTATION = "studentised permutation of groups";

  /** The fewest groups on either side. */
  public static final int LEAST_GROUPS = 5;

  private UnpairedDifferences() {}

  /**
   * Two-sided p of equal weighted means, by permuting which groups belong to which side. The
   * statistic is the difference over its linearised standard error (Janssen 1997): exact where the
   * groups are exchangeable, right in large samples where only the means are equal.
   *
   * @return empty for fewer than {@value #LEAST_GROUPS} groups on a side: so few say too little of
   *     their own spread, and where it is larger than that of the others p is too small
   */
  public static OptionalDouble compare(
      List<Observation> inside, List<Observation> outside, Resampling resampling) {
    GroupSums left = GroupSums.of(inside);
    GroupSums right = GroupSums.of(outside);
    int n = left.size();
    int total = n + right.size();
    if (n < LEAST_GROUPS || right.size() < LEAST_GROUPS) {
      return OptionalDouble.empty();
    }
    Pool pool = new Pool(left, right);
    int[] order = IntStream.range(0, total).toArray();
    double observed = Math.abs(pool.statistic(order));
    SplittableRandom random = new SplittableRandom(resampling.seed());
    int extreme = 1;
    for (int b = 0; b < resampling.replicates(); b++) {
      for (int i = 0; i < n; i++) {
        int j = i + random.nextInt(total - i);
        int group = order[i];
        order[i] = order[j];
        order[j] = group;
      }
      if (Math.abs(pool.statistic(order)) >= observed - 1e-9 * Math.max(1, observed)) {
        extreme++;
      }
    }
    return OptionalDouble.of(extreme / (resampling.replicates() + 1.0));
  }

  /**
   * The groups of both sides. A side's mean and its error follow from five sums, and those of one
   * side from those of the other: so many groups are looked at as the smaller side has, which is a
   * slice, as a rule.
   */
  private static final class Pool {
    private static final int SUMS = 5;

    /** Below this share of what they are made of, differences of sums are too rough. */
    private static final double ROUGH = 1e-6;

    private final int n;

    /** Of each group w, w·x, (w·x)², w²·x and w², x its mean less that of all. */
    private final double[] terms;

    private final double[] all;

    Pool(GroupSums left, GroupSums right) {
      n = left.size();
      int total = n + right.size();
      terms = new double[total * SUMS];
      double weight = Arrays.stream(left.weights()).sum() + Arrays.stream(right.weights()).sum();
      double sum = Arrays.stream(left.totals()).sum() + Arrays.stream(right.totals()).sum();
      for (int g = 0; g < total; g++) {
        GroupSums side = g < n ? left : right;
        int at = g < n ? g : g - n;
        double w = side.weights()[at];
        double wx = w * (side.mean(at) - sum / weight);
        terms[g * SUMS] = w;
        terms[g * SUMS + 1] = wx;
        terms[g * SUMS + 2] = wx * wx;
        terms[g * SUMS + 3] = w * wx;
        terms[g * SUMS + 4] = w * w;
      }
      all = sums(IntStream.range(0, total).toArray(), 0, total);
    }

    /** Difference of the weighted means of the first groups and the rest over its error. */
    double statistic(int[] order) {
      int rest = order.length - n;
      double[] some = n <= rest ? sums(order, 0, n) : sums(order, n, order.length);
      double[] others = new double[SUMS];
      for (int s = 0; s < SUMS; s++) {
        others[s] = all[s] - some[s];
      }
      double[] left = n <= rest ? some : others;
      double[] right = n <= rest ? others : some;
      double difference = left[1] / left[0] - right[1] / right[0];
      double error =
          Math.sqrt(variance(left, order, 0, n) + variance(right, order, n, order.length));
      if (error < 1e-12) {
        return Math.abs(difference) < 1e-12 ? 0 : Math.copySign(Double.MAX_VALUE, difference);
      }
      return difference / error;
    }

    private double[] sums(int[] order, int from, int to) {
      double w = 0;
      double wx = 0;
      double squares = 0;
      double wwx = 0;
      double ww = 0;
      for (int i = from; i < to; i++) {
        int at = order[i] * SUMS;
        w += terms[at];
        wx += terms[at + 1];
        squares += terms[at + 2];
        wwx += terms[at + 3];
        ww += terms[at + 4];
      }
      return new double[] {w, wx, squares, wwx, ww};
    }

    /** Of the weighted mean m of a side: Σ w² (x − m)² / (Σ w)² · k / (k − 1). */
    private double variance(double[] sums, int[] order, int from, int to) {
      double mean = sums[1] / sums[0];
      double plus = sums[2] + mean * mean * sums[4];
      double squares = plus - 2 * mean * sums[3];
      if (squares < ROUGH * plus) {
        squares = squares(mean, order, from, to);
      }
      double k = to - from;
      return squares / (sums[0] * sums[0]) * k / (k - 1);
    }

    private double squares(double mean, int[] order, int from, int to) {
      double squares = 0;
      for (int i = from; i < to; i++) {
        int at = order[i] * SUMS;
        double residual = terms[at + 1] - terms[at] * mean;
        squares += residual * residual;
      }
      return squares;
    }
  }
}
