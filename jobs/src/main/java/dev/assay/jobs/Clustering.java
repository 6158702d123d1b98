package dev.assay.jobs;

import java.io.Serializable;
import java.util.List;

/**
 * Fitted strata: the reduced space and a centre for each.
 *
 * @param centres in the reduced space
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Clustering(Reduction reduction, double[][] centres) implements Serializable {

  /**
   * Where a vector belongs.
   *
   * @param centre index of the nearest centre, the first of equals
   * @param distance Euclidean, in the reduced space, to 1e-9
   * @param x first coordinate, to 1e-9; 0 where there is no component
   * @param y second coordinate, likewise
   */
  record Place(int centre, double distance, double x, double y) {}

  /** The place of {@code vector}. */
  Place place(List<Float> vector) {
    double[] point = reduction.apply(vector);
    int nearest = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int centre = 0; centre < centres.length; centre++) {
      double distance = rounded(distance(point, centres[centre]));
      if (distance < least) {
        least = distance;
        nearest = centre;
      }
    }
    return new Place(nearest, least, coordinate(point, 0), coordinate(point, 1));
  }

  /** To nine decimals: what ranks or decides must not depend on the order of sums. */
  static double rounded(double value) {
    return Math.rint(value * 1e9) / 1e9 + 0.0;
  }

  private static double coordinate(double[] point, int axis) {
    return axis < point.length ? rounded(point[axis]) : 0;
  }

  private static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(squares);
  }
}
