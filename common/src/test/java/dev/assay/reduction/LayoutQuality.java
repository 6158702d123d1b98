package dev.assay.reduction;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * How well a layout keeps neighbourhoods of {@link #K} points.
 *
 * @param trustworthiness 1 less the penalty for neighbours in the layout that are none by cosine
 *     (Venna and Kaski 2001), as scikit-learn computes it
 * @param overlap mean share of the nearest by cosine that are among the nearest in the layout
 */
record LayoutQuality(double trustworthiness, double overlap) {
  static final int K = 15;

  /** Of layouts of the same vectors, one after the other. */
  static LayoutQuality[] of(float[][] vectors, float[][][] layouts) {
    int n = vectors.length;
    float[][] units = Arrays.stream(vectors).map(Units::of).toArray(float[][]::new);
    double[][] penalty = new double[layouts.length][n];
    double[][] shared = new double[layouts.length][n];
    IntStream.range(0, n)
        .parallel()
        .forEach(
            i -> {
              double[] far = new double[n];
              for (int j = 0; j < n; j++) {
                double product = 0;
                for (int d = 0; d < units[i].length; d++) {
                  product += (double) units[i][d] * units[j][d];
                }
                far[j] = j == i ? Double.NEGATIVE_INFINITY : -product;
              }
              Set<Integer> near = new HashSet<>();
              for (int j : nearest(far, i)) {
                near.add(j);
              }
              double[] sorted = far.clone();
              Arrays.sort(sorted);
              for (int l = 0; l < layouts.length; l++) {
                double[] flat = new double[n];
                for (int j = 0; j < n; j++) {
                  for (int d = 0; d < layouts[l][i].length; d++) {
                    double difference = layouts[l][i][d] - layouts[l][j][d];
                    flat[j] += difference * difference;
                  }
                }
                for (int j : nearest(flat, i)) {
                  int rank = Arrays.binarySearch(sorted, far[j]);
                  penalty[l][i] += Math.max(0, rank - K);
                  shared[l][i] += near.contains(j) ? 1.0 / K : 0;
                }
              }
            });
    LayoutQuality[] all = new LayoutQuality[layouts.length];
    for (int l = 0; l < all.length; l++) {
      all[l] =
          new LayoutQuality(
              1 - 2.0 / (n * (double) K * (2.0 * n - 3 * K - 1)) * Arrays.stream(penalty[l]).sum(),
              Arrays.stream(shared[l]).average().orElseThrow());
    }
    return all;
  }

  private static int[] nearest(double[] far, int itself) {
    Nearest nearest = new Nearest(K);
    for (int j = 0; j < far.length; j++) {
      if (j != itself) {
        nearest.offer(j, (float) far[j]);
      }
    }
    return nearest.index();
  }
}
