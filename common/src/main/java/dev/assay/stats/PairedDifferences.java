package dev.assay.stats;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * Paired differences by group: both systems answered the same questions, so a question's difficulty
 * cancels.
 */
public final class PairedDifferences {

  /** The name of the test in {@code test} columns. */
  public static final String SIGN_FLIP = "paired sign-flip permutation by group";

  /** With up to this many groups all sign patterns are counted instead of sampled. */
  private static final int EXACT_GROUPS = 12;

  private static final double SLACK = 1e-12;

  private PairedDifferences() {}

  /** With bootstrap intervals. */
  public static Optional<Difference> compare(
      List<Observation> first, List<Observation> second, Range range, Resampling resampling) {
    return compare(first, second, range, resampling, IntervalMethod.BOOTSTRAP);
  }

  /**
   * Compares two systems over the groups that both have: each group's weighted means are
   * subtracted, its weight is the mean of both sides' weight sums, its stratum the first system's.
   *
   * <p>The interval is that of the differences' mean by {@code method}. The test flips the signs of
   * whole groups, which is exact when the systems are exchangeable within a question, and, since a
   * flip leaves the sum of squares as it is, right for large samples under equal means alone. Its p
   * is (1 + number of flips at least as large) / (1 + replicates), or the exact share of all 2^G
   * patterns for up to 12 groups. Strata are not used by the test, which costs power, not validity.
   *
   * @param range of the values themselves, not of their differences
   * @return empty when no group has both
   */
  public static Optional<Difference> compare(
      List<Observation> first,
      List<Observation> second,
      Range range,
      Resampling resampling,
      IntervalMethod method) {
    List<Observation> differences = differences(first, second);
    if (differences.isEmpty()) {
      return Optional.empty();
    }
    GroupSums groups = GroupSums.of(differences);
    Interval interval = method.interval(groups, range.ofDifferences(), resampling);
    OptionalDouble p =
        groups.size() < 2
            ? OptionalDouble.empty()
            : OptionalDouble.of(signFlip(groups.totals(), resampling));
    return Optional.of(new Difference(interval, p, SIGN_FLIP));
  }

  private static List<Observation> differences(List<Observation> first, List<Observation> second) {
    GroupSums left = GroupSums.of(first);
    GroupSums right = GroupSums.of(second);
    Map<String, Integer> position = new HashMap<>();
    for (int g = 0; g < right.size(); g++) {
      position.put(right.ids().get(g), g);
    }
    List<Observation> differences = new ArrayList<>();
    for (int g = 0; g < left.size(); g++) {
      Integer other = position.get(left.ids().get(g));
      if (other != null) {
        differences.add(
            new Observation(
                left.ids().get(g),
                left.strata().get(g),
                difference(left.mean(g), right.mean(other)),
                (left.weights()[g] + right.weights()[other]) / 2,
                left.fractions()[g]));
      }
    }
    return differences;
  }

  /**
   * Means of the same values, summed in another order, differ in their last bits. Where all
   * differences are of that kind, the test would tell rounding from rounding.
   */
  private static double difference(double first, double second) {
    double difference = first - second;
    return Math.abs(difference) <= SLACK * Math.max(Math.abs(first), Math.abs(second))
        ? 0
        : difference;
  }

  /** Two-sided p of the sum of {@code terms} when each sign could as well be the other one. */
  static double signFlip(double[] terms, Resampling resampling) {
    double sum = 0;
    double size = 0;
    for (double term : terms) {
      sum += term;
      size += Math.abs(term);
    }
    double bar = Math.abs(sum) - SLACK * size;
    return terms.length <= EXACT_GROUPS ? exact(terms, bar) : sampled(terms, bar, resampling);
  }

  private static double exact(double[] terms, double bar) {
    int patterns = 1 << terms.length;
    int extreme = 0;
    for (int pattern = 0; pattern < patterns; pattern++) {
      extreme += Math.abs(flipped(terms, pattern)) >= bar ? 1 : 0;
    }
    return extreme / (double) patterns;
  }

  private static double sampled(double[] terms, double bar, Resampling resampling) {
    SplittableRandom random = new SplittableRandom(resampling.seed());
    int extreme = 0;
    for (int b = 0; b < resampling.replicates(); b++) {
      double sum = 0;
      for (int from = 0; from < terms.length; from += Long.SIZE) {
        long signs = random.nextLong();
        for (int i = from; i < Math.min(terms.length, from + Long.SIZE); i++, signs >>>= 1) {
          sum += (signs & 1) == 0 ? terms[i] : -terms[i];
        }
      }
      extreme += Math.abs(sum) >= bar ? 1 : 0;
    }
    return (1.0 + extreme) / (1.0 + resampling.replicates());
  }

  private static double flipped(double[] terms, int pattern) {
    double sum = 0;
    for (int i = 0; i < terms.length; i++) {
      sum += (pattern >> i & 1) == 0 ? terms[i] : -terms[i];
    }
    return sum;
  }
}
