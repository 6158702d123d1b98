package dev.assay.stats.sampling;

import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How many units each stratum gives to a sample of a given size, by the method of equal proportions
 * (Wright 2012, The American Statistician 66): unit after unit goes to the stratum with the largest
 * m / √(n (n + 1)), where m is its measure and n what it gives already. Among all whole numbers
 * with this sum and these bounds, that minimises Σ m² / n. So with m = N S the variance of the
 * stratified mean is exactly the least possible (Neyman's allocation without rounding), with m = N
 * it is so where all strata vary alike, and a larger sample never takes a unit away from a stratum.
 *
 * <p>Strata below {@code minimum} come first, those with the fewest units before the others: where
 * the size does not allow for all minima, they are lowered evenly. No stratum gives more than it
 * has or more than {@code maximum}; where nothing more can be given, the sample is smaller than its
 * size. Equal claims: the larger stratum, then the smaller number.
 *
 * @param minimum units of each stratum at least, as far as it has them; 0 or more
 * @param maximum units of each stratum at most; {@code minimum} or more
 */
public record Allocation(int minimum, int maximum) {

  /** At least one unit of each stratum where the size allows, and no upper limit. */
  public static final Allocation REACHES_ALL = new Allocation(1, Integer.MAX_VALUE);

  public Allocation {
    if (minimum < 0 || maximum < minimum || maximum < 1) {
      throw new IllegalArgumentException(
          "Needs 0 ≤ minimum ≤ maximum and a maximum of at least 1, got %d and %d"
              .formatted(minimum, maximum));
    }
  }

  /** What a stratum gives so far. */
  private record Claim(int id, long available, double measure, int given, boolean due) {

    /** What decides among strata that are past their minimum. */
    double priority() {
      return given == 0 && measure > 0
          ? Double.POSITIVE_INFINITY
          : measure / Math.sqrt(given * (given + 1.0));
    }

    static final Comparator<Claim> ORDER =
        Comparator.<Claim>comparingInt(claim -> claim.due ? 0 : 1)
            .thenComparingInt(claim -> claim.due ? claim.given : 0)
            .thenComparingDouble(claim -> claim.due ? 0 : -claim.priority())
            .thenComparingDouble(claim -> -claim.measure)
            .thenComparingLong(claim -> -claim.available)
            .thenComparingInt(Claim::id);
  }

  /**
   * The share of each stratum.
   *
   * @param sizes units of each stratum, 0 or more
   * @param measures what the shares follow, for the same strata: finite, 0 or more. A stratum of
   *     measure 0 gives its minimum, and more only when the others are used up
   * @param size of the sample, 0 or more
   */
  public SortedMap<Integer, Integer> shares(
      SortedMap<Integer, Long> sizes, Map<Integer, Double> measures, int size) {
    PriorityQueue<Claim> open = new PriorityQueue<>(Claim.ORDER);
    SortedMap<Integer, Integer> shares = new TreeMap<>();
    sizes.forEach(
        (id, available) -> {
          shares.put(id, 0);
          offer(open, new Claim(id, available, measure(measures, id), 0, minimum > 0));
        });
    for (int left = size; left > 0 && !open.isEmpty(); left--) {
      Claim claim = open.remove();
      int given = claim.given + 1;
      shares.put(claim.id, given);
      offer(open, new Claim(claim.id, claim.available, claim.measure, given, given < minimum));
    }
    return shares;
  }

  private void offer(PriorityQueue<Claim> open, Claim claim) {
    if (claim.given < Math.min(claim.available, maximum)) {
      open.add(claim);
    }
  }

  private static double measure(Map<Integer, Double> measures, int id) {
    Double measure = measures.get(id);
    if (measure == null || !(measure >= 0) || !Double.isFinite(measure)) {
      throw new IllegalArgumentException(
          "Stratum %d needs a finite measure of 0 or more, got %s".formatted(id, measure));
    }
    return measure;
  }

  /** Measures for shares in proportion to the strata: every unit has nearly the same chance. */
  public static SortedMap<Integer, Double> proportional(SortedMap<Integer, Long> sizes) {
    return measures(sizes, id -> 1.0, 1);
  }

  /** Measures for shares that are the same for every stratum. */
  public static SortedMap<Integer, Double> equal(SortedMap<Integer, Long> sizes) {
    return measures(sizes, id -> 1.0, 0);
  }

  /** Measures for shares in proportion to the square roots of the strata: between the two. */
  public static SortedMap<Integer, Double> squareRoot(SortedMap<Integer, Long> sizes) {
    return measures(sizes, id -> 1.0, .5);
  }

  /**
   * Measures N S for the least variance of the mean (Neyman 1934); as {@link #proportional} where
   * nothing varies.
   *
   * @param deviations standard deviation of each stratum, 0 or more
   */
  public static SortedMap<Integer, Double> neyman(
      SortedMap<Integer, Long> sizes, Map<Integer, Double> deviations) {
    boolean varies = sizes.keySet().stream().anyMatch(id -> deviations.get(id) > 0);
    return varies ? measures(sizes, deviations::get, 1) : proportional(sizes);
  }

  private static SortedMap<Integer, Double> measures(
      SortedMap<Integer, Long> sizes,
      java.util.function.IntToDoubleFunction factor,
      double exponent) {
    SortedMap<Integer, Double> measures = new TreeMap<>();
    sizes.forEach(
        (id, n) -> measures.put(id, n == 0 ? 0 : factor.applyAsDouble(id) * Math.pow(n, exponent)));
    return measures;
  }
}
