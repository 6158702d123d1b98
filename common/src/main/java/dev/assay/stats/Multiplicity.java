package dev.assay.stats;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Adjusted p-values for many tests at once; results keep the order of the arguments. */
public final class Multiplicity {

  private Multiplicity() {}

  /** Holm (1979): the chance of any false rejection stays within the level, whatever depends. */
  public static double[] holm(double... pValues) {
    Integer[] order = ascending(pValues);
    double[] adjusted = new double[pValues.length];
    double floor = 0;
    for (int k = 0; k < order.length; k++) {
      floor = Math.max(floor, Math.min(1, (order.length - k) * pValues[order[k]]));
      adjusted[order[k]] = floor;
    }
    return adjusted;
  }

  /** Benjamini and Hochberg (1995): the expected share of false rejections stays within it. */
  public static double[] benjaminiHochberg(double... pValues) {
    Integer[] order = ascending(pValues);
    double[] adjusted = new double[pValues.length];
    double ceiling = 1;
    for (int k = order.length - 1; k >= 0; k--) {
      ceiling = Math.min(ceiling, order.length / (k + 1.0) * pValues[order[k]]);
      adjusted[order[k]] = ceiling;
    }
    return adjusted;
  }

  private static Integer[] ascending(double[] pValues) {
    for (double p : pValues) {
      if (!(p >= 0 && p <= 1)) {
        throw new IllegalArgumentException("A p-value lies in [0, 1], got " + p);
      }
    }
    Integer[] order = IntStream.range(0, pValues.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> pValues[i]));
    return order;
  }
}
