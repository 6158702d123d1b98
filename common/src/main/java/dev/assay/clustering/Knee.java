package dev.assay.clustering;

import java.util.Arrays;

/**
 * Where a curve of sorted values bends most: the value farthest below the straight line from the
 * smallest to the largest, both axes scaled to [0, 1] (Satopää et al. 2011, "Finding a Kneedle in a
 * haystack", for convex increasing curves).
 */
final class Knee {
  private Knee() {}

  /** The value at the knee; values that are infinite do not count. 0 where there is none. */
  static double of(double[] values) {
    double[] sorted = Arrays.stream(values).filter(Double::isFinite).sorted().toArray();
    if (sorted.length == 0) {
      return 0;
    }
    double low = sorted[0];
    double range = sorted[sorted.length - 1] - low;
    int knee = sorted.length - 1;
    double most = 0;
    for (int i = 0; i < sorted.length && range > 0; i++) {
      double below = (double) i / (sorted.length - 1) - (sorted[i] - low) / range;
      if (below > most + 1e-12) {
        most = below;
        knee = i;
      }
    }
    return sorted[knee];
  }
}
