package dev.assay.stats;

import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

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
    double[] means = new double[total];
    double[] weights = new double[total];
    for (int g = 0; g < total; g++) {
      GroupSums side = g < n ? left : right;
      int at = g < n ? g : g - n;
      means[g] = side.mean(at);
      weights[g] = side.weights()[at];
    }
    double observed = Math.abs(statistic(means, weights, n));
    SplittableRandom random = new SplittableRandom(resampling.seed());
    int extreme = 1;
    for (int b = 0; b < resampling.replicates(); b++) {
      for (int i = 0; i < n; i++) {
        swap(means, weights, i, i + random.nextInt(total - i));
      }
      if (Math.abs(statistic(means, weights, n)) >= observed - 1e-9) {
        extreme++;
      }
    }
    return OptionalDouble.of(extreme / (resampling.replicates() + 1.0));
  }

  /** Difference of the weighted means of the first {@code n} and the rest over its error. */
  private static double statistic(double[] means, double[] weights, int n) {
    double[] left = moments(means, weights, 0, n);
    double[] right = moments(means, weights, n, means.length);
    double difference = left[0] - right[0];
    double error = Math.sqrt(left[1] + right[1]);
    if (error < 1e-12) {
      return Math.abs(difference) < 1e-12 ? 0 : Math.copySign(Double.MAX_VALUE, difference);
    }
    return difference / error;
  }

  /** Weighted mean and the variance of that mean. */
  private static double[] moments(double[] means, double[] weights, int from, int to) {
    double weight = 0;
    double sum = 0;
    for (int i = from; i < to; i++) {
      weight += weights[i];
      sum += weights[i] * means[i];
    }
    double mean = sum / weight;
    double squares = 0;
    for (int i = from; i < to; i++) {
      double residual = weights[i] * (means[i] - mean);
      squares += residual * residual;
    }
    int n = to - from;
    return new double[] {mean, squares / (weight * weight) * n / (n - 1.0)};
  }

  private static void swap(double[] means, double[] weights, int i, int j) {
    double mean = means[i];
    means[i] = means[j];
    means[j] = mean;
    double weight = weights[i];
    weights[i] = weights[j];
    weights[j] = weight;
  }
}
