package dev.assay.stats.sampling;

import java.io.Serializable;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Chances with which cases are drawn when each has a size, say how much its label would tell: π =
 * min(1, max(floor, c · size)), with c such that they sum to the wanted number. A case is drawn
 * when its permanent random number is under π (Poisson sampling), so who is in depends on nobody
 * else; in the order of {@link #priority} the first m cases are those that m would have been wanted
 * for (sequential Poisson sampling, Ohlsson 1998).
 *
 * @param floor the least chance, in [0, 1]
 * @param factor c
 */
public record Inclusion(double floor, double factor) implements Serializable {

  /**
   * Finds c from how many cases there are of each size, sizes from 0 on.
   *
   * @param counts cases by size
   * @param wanted number of draws that is expected, at least 1
   * @param floorShare share of the uniform chance that every case keeps, in [0, 1]
   */
  public static Inclusion of(Map<Double, Long> counts, int wanted, double floorShare) {
    SortedMap<Double, Long> sizes = new TreeMap<>(counts);
    long population = sizes.values().stream().mapToLong(Long::longValue).sum();
    if (wanted >= population) {
      return new Inclusion(1, 0);
    }
    double floor = floorShare * wanted / population;
    double low = 0;
    double high = 1;
    while (expected(sizes, floor, high) < wanted && high < 1e12) {
      high *= 2;
    }
    for (int i = 0; i < 200; i++) {
      double middle = (low + high) / 2;
      if (expected(sizes, floor, middle) < wanted) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new Inclusion(floor, high);
  }

  private static double expected(SortedMap<Double, Long> sizes, double floor, double factor) {
    Inclusion inclusion = new Inclusion(floor, factor);
    double sum = 0;
    for (Map.Entry<Double, Long> size : sizes.entrySet()) {
      sum += size.getValue() * inclusion.chance(size.getKey());
    }
    return sum;
  }

  /** The chance of a case of this size. */
  public double chance(double size) {
    return Math.min(1, Math.max(floor, factor * size));
  }

  /**
   * Where a case stands in the order of drawing, in (0, 1]: at least ½ exactly where it is drawn.
   *
   * @param random its permanent random number, in [0, 1)
   */
  public double priority(double size, double random) {
    double wish = Math.max(floor, factor * size);
    return wish >= 1 && factor * size < 1 ? 1 / (1 + random) : wish / (wish + random);
  }
}
