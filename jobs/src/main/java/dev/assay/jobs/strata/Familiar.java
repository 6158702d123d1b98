package dev.assay.jobs.strata;

import dev.assay.base.Rounding;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What the fit has seen: a vector that is farther from every stratum's centroid than 99 % of the
 * fit's vectors were is unlike them. In the space of the vectors themselves, since a new topic may
 * lie in directions that the reduction leaves out.
 *
 * @param centroids means of the unit vectors of each stratum, scaled to length 1; noise has none
 *     unless there is nothing else
 * @param reach the 99th percentile of 1 − cosine to the nearest centroid
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Familiar(float[][] centroids, double reach) implements Serializable {
  private static final double SHARE = 0.99;

  static Familiar of(List<float[]> units, int[] labels) {
    TreeMap<Integer, double[]> sums = new TreeMap<>();
    boolean noise = Arrays.stream(labels).allMatch(label -> label < 0);
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] < 0 && !noise) {
        continue;
      }
      float[] unit = units.get(i);
      double[] sum = sums.computeIfAbsent(labels[i], label -> new double[unit.length]);
      for (int d = 0; d < sum.length; d++) {
        sum[d] += unit[d];
      }
    }
    float[][] centroids = sums.values().stream().map(Familiar::unit).toArray(float[][]::new);
    double[] distances =
        units.stream().mapToDouble(unit -> distance(unit, centroids)).sorted().toArray();
    int rank = (int) Math.ceil(SHARE * distances.length);
    return new Familiar(centroids, distances[rank - 1]);
  }

  /** Whether {@code unit} is unlike what the fit has seen. */
  boolean far(float[] unit) {
    return distance(unit, centroids) > reach;
  }

  private static double distance(float[] unit, float[][] centroids) {
    return Arrays.stream(centroids)
        .mapToDouble(
            centroid -> {
              double product = 0;
              for (int d = 0; d < unit.length; d++) {
                product += (double) unit[d] * centroid[d];
              }
              return Rounding.toNano(1 - product);
            })
        .min()
        .orElseThrow();
  }

  private static float[] unit(double[] sum) {
    double squares = Arrays.stream(sum).map(x -> x * x).sum();
    float[] unit = new float[sum.length];
    for (int d = 0; d < unit.length; d++) {
      unit[d] = squares == 0 ? 0 : (float) (sum[d] / Math.sqrt(squares));
    }
    return unit;
  }
}
