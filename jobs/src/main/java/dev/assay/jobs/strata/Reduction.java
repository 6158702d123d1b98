package dev.assay.jobs.strata;

import java.util.Arrays;

/**
 * A projection on principal components: subtracts the mean, then takes inner products.
 *
 * @param mean of the vectors that it was fitted on
 * @param components unit vectors, the one with the most variance first; there may be none
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Reduction(double[] mean, double[][] components) implements Space {
  private static final int SOME = 128;

  Reduction {
    for (double[] component : components) {
      orient(component);
    }
  }

  /** One coordinate a component. */
  @Override
  public double[] apply(float[] unit) {
    double[] reduced = new double[components.length];
    for (int c = 0; c < reduced.length; c++) {
      double sum = 0;
      for (int i = 0; i < mean.length; i++) {
        sum += components[c][i] * (unit[i] - mean[i]);
      }
      reduced[c] = sum;
    }
    return reduced;
  }

  /**
   * The same as of each alone, and sooner: a number of each of some vectors after the other, of
   * which the compiler makes vector instructions. Every sum is taken in the same order.
   */
  @Override
  public double[][] all(float[][] units) {
    double[][] reduced = new double[units.length][components.length];
    double[][] some = new double[mean.length][];
    for (int from = 0; from < units.length; from += SOME) {
      int width = Math.min(SOME, units.length - from);
      for (int i = 0; i < some.length; i++) {
        some[i] = some[i] != null && some[i].length == width ? some[i] : new double[width];
      }
      for (int u = 0; u < width; u++) {
        float[] unit = units[from + u];
        for (int i = 0; i < some.length; i++) {
          some[i][u] = unit[i] - mean[i];
        }
      }
      double[] sums = new double[width];
      for (int c = 0; c < components.length; c++) {
        Arrays.fill(sums, 0);
        for (int i = 0; i < some.length; i++) {
          add(components[c][i], some[i], sums);
        }
        for (int u = 0; u < width; u++) {
          reduced[from + u][c] = sums[u];
        }
      }
    }
    return reduced;
  }

  private static void add(double factor, double[] values, double[] sums) {
    for (int u = 0; u < sums.length; u++) {
      sums[u] += factor * values[u];
    }
  }

  /** A component's sign is arbitrary: the loading that is largest in size is made positive. */
  private static void orient(double[] component) {
    double largest = 0;
    for (double loading : component) {
      // Loadings that differ by rounding only must not decide.
      if (Math.abs(loading) > Math.abs(largest) * (1 + 1e-9)) {
        largest = loading;
      }
    }
    if (largest < 0) {
      for (int i = 0; i < component.length; i++) {
        component[i] = -component[i];
      }
    }
  }
}
