package dev.assay.clustering;

import dev.assay.base.Rounding;
import java.util.Arrays;
import org.apache.commons.math3.ml.clustering.DoublePoint;

/** Arithmetic of points in a Euclidean space. */
final class Points {
  private Points() {}

  /** To nine decimals, so that the last bits decide nothing. */
  static double distance(double[] a, double[] b) {
    return Rounding.toNano(Math.sqrt(squared(a, b)));
  }

  static double squared(double[] a, double[] b) {
    double sum = 0;
    for (int d = 0; d < a.length; d++) {
      sum += (a[d] - b[d]) * (a[d] - b[d]);
    }
    return sum;
  }

  /** Index of the nearest centre, the first of equals. */
  static int nearest(double[] point, double[][] centres) {
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < centres.length; c++) {
      double squared = Rounding.toNano(squared(point, centres[c]));
      if (squared < least) {
        least = squared;
        nearest = c;
      }
    }
    return nearest;
  }

  /** Mean of the points with each label from {@code first} on; of a label without points, zeros. */
  static double[][] means(double[][] points, int[] labels, int first, int count) {
    int dimensions = points.length == 0 ? 0 : points[0].length;
    double[][] means = new double[count][dimensions];
    int[] sizes = new int[count];
    for (int i = 0; i < points.length; i++) {
      int c = labels[i] - first;
      sizes[c]++;
      for (int d = 0; d < dimensions; d++) {
        means[c][d] += points[i][d];
      }
    }
    for (int c = 0; c < count; c++) {
      for (int d = 0; d < dimensions; d++) {
        means[c][d] /= Math.max(1, sizes[c]);
      }
    }
    return means;
  }

  static DoublePoint[] boxed(double[][] points) {
    return Arrays.stream(points).map(DoublePoint::new).toArray(DoublePoint[]::new);
  }
}
