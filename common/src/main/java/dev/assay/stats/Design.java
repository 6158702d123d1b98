package dev.assay.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Groups in their strata, ready to be resampled: Rao–Wu rescaling with n − 1 draws in a stratum of
 * n groups (Rao, Wu and Yue 1992, Survey Methodology 18), which is right from two groups a stratum
 * on, where the plain stratified bootstrap is far too narrow.
 *
 * <p>Where the estimate is about the finite population that groups were drawn from, each has its
 * fraction f, the chance of being drawn: deviations are scaled by √(1 − f), and a group that was
 * certain to be drawn (f = 1) does not vary.
 *
 * <p>Strata with one group have no variance of their own and are collapsed: in the order of their
 * names, two at a time, the last three together when their number is odd; a lone one joins the
 * stratum with the fewest groups (the first by name among equals). Collapsing makes intervals
 * wider, never narrower.
 */
public final class Design {
  private final List<int[]> strata = new ArrayList<>();
  private final double[] kept;
  private final int open;

  /** Groups of a population without end, numbered in the order of {@code stratumOfGroup}. */
  public Design(List<String> stratumOfGroup) {
    this(stratumOfGroup, new double[stratumOfGroup.size()]);
  }

  /**
   * @param fractions the chance with which each group was drawn, in [0, 1]. With a single group
   *     that is not certain there is nothing to compare it with: all then count as 0
   */
  public Design(List<String> stratumOfGroup, double[] fractions) {
    kept = Arrays.stream(fractions).map(f -> 1 - f).toArray();
    if (Arrays.stream(kept).filter(share -> share > 0).count() == 1) {
      Arrays.fill(kept, 1);
    }
    SortedMap<String, List<Integer>> members = new TreeMap<>();
    for (int g = 0; g < kept.length; g++) {
      if (kept[g] > 0) {
        members.computeIfAbsent(stratumOfGroup.get(g), name -> new ArrayList<>()).add(g);
      }
    }
    open = members.values().stream().mapToInt(List::size).sum();
    List<Integer> alone =
        members.values().stream().filter(m -> m.size() == 1).map(m -> m.get(0)).toList();
    List<List<Integer>> whole =
        new ArrayList<>(members.values().stream().filter(m -> m.size() > 1).toList());
    collapse(alone, whole);
    whole.forEach(m -> strata.add(m.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static void collapse(List<Integer> alone, List<List<Integer>> whole) {
    if (alone.size() == 1 && !whole.isEmpty()) {
      whole.stream().min(Comparator.comparingInt(List::size)).orElseThrow().add(alone.get(0));
      return;
    }
    for (int i = 0; i + 1 < alone.size(); i += 2) {
      int end = i + 3 == alone.size() ? i + 3 : i + 2;
      whole.add(new ArrayList<>(alone.subList(i, end)));
    }
  }

  /** Groups less strata, at least 1 when there are two groups; 0 when every group was certain. */
  public int degreesOfFreedom() {
    return open - strata.size();
  }

  /**
   * The variance of Σ d: over strata n/(n − 1) Σ (1 − f) (d − mean of d)², which for a mean R of
   * weighted values has d = w (y − R) / Σw (Särndal, Swensson and Wretman 1992, §5.7).
   */
  double variance(double[] terms) {
    double variance = 0;
    for (int[] stratum : strata) {
      double mean = Arrays.stream(stratum).mapToDouble(g -> terms[g]).sum() / stratum.length;
      double squares = 0;
      for (int g : stratum) {
        squares += kept[g] * (terms[g] - mean) * (terms[g] - mean);
      }
      variance += squares * stratum.length / (stratum.length - 1.0);
    }
    return variance;
  }

  /** Fills {@code factors} with one replicate: what each group's weight is multiplied by. */
  public void draw(SplittableRandom random, double[] factors) {
    Arrays.fill(factors, 1);
    for (int[] stratum : strata) {
      int n = stratum.length;
      for (int g : stratum) {
        factors[g] = 0;
      }
      double once = n / (n - 1.0);
      for (int k = 1; k < n; k++) {
        factors[stratum[random.nextInt(n)]] += once;
      }
      for (int g : stratum) {
        if (kept[g] < 1) {
          factors[g] = 1 + Math.sqrt(kept[g]) * (factors[g] - 1);
        }
      }
    }
  }
}
