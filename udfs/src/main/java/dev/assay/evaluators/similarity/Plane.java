package dev.assay.evaluators.similarity;

import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.EigenDecomposition;

/**
 * The first principal components of a few points in many dimensions, found by the points' products
 * with each other.
 */
record Plane(double[] centre, double[][] axes) {

  /** The plane of {@code points}, with at most {@code dimensions} axes. */
  static Plane of(double[][] points, int dimensions) {
    int n = points.length;
    double[] centre = new double[points[0].length];
    for (double[] point : points) {
      for (int d = 0; d < centre.length; d++) {
        centre[d] += point[d] / n;
      }
    }
    double[][] centred = new double[n][centre.length];
    for (int i = 0; i < n; i++) {
      for (int d = 0; d < centre.length; d++) {
        centred[i][d] = points[i][d] - centre[d];
      }
    }
    double[][] products = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        products[i][j] = dot(centred[i], centred[j]);
        products[j][i] = products[i][j];
      }
    }
    EigenDecomposition eigen = new EigenDecomposition(new Array2DRowRealMatrix(products, false));
    int axes = 0;
    while (axes < Math.min(dimensions, n) && eigen.getRealEigenvalue(axes) > 1e-9) {
      axes++;
    }
    double[][] found = new double[axes][centre.length];
    for (int a = 0; a < axes; a++) {
      double scale = Math.sqrt(eigen.getRealEigenvalue(a));
      for (int i = 0; i < n; i++) {
        for (int d = 0; d < centre.length; d++) {
          found[a][d] += eigen.getEigenvector(a).getEntry(i) * centred[i][d] / scale;
        }
      }
    }
    return new Plane(centre, found);
  }

  /** Coordinates of {@code points} in the plane. */
  double[][] project(double[][] points) {
    double[][] projected = new double[points.length][axes.length];
    for (int i = 0; i < points.length; i++) {
      for (int a = 0; a < axes.length; a++) {
        for (int d = 0; d < centre.length; d++) {
          projected[i][a] += (points[i][d] - centre[d]) * axes[a][d];
        }
      }
    }
    return projected;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int d = 0; d < a.length; d++) {
      sum += a[d] * b[d];
    }
    return sum;
  }
}
