package dev.assay.stats.ppi;

import java.io.Serializable;

/**
 * Number, sums and sums of products of vectors: all that a linearised variance needs, however many
 * groups there are. States of disjoint groups merge.
 */
public final class Moments implements Serializable {
  private static final long serialVersionUID = 1;

  private final double[] sums;
  private final double[][] products;
  private long n;

  /** Of no vector yet. */
  public Moments(int size) {
    sums = new double[size];
    products = new double[size][size];
  }

  /** Takes in one vector. */
  public Moments add(double... vector) {
    n++;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += vector[i];
      for (int j = 0; j < sums.length; j++) {
        products[i][j] += vector[i] * vector[j];
      }
    }
    return this;
  }

  /** Takes in the vectors of another state. */
  public Moments merge(Moments other) {
    n += other.n;
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
      for (int j = 0; j < sums.length; j++) {
        products[i][j] += other.products[i][j];
      }
    }
    return this;
  }

  /** The same of vectors in which these components are 0. */
  Moments without(int... components) {
    Moments kept = new Moments(sums.length).merge(this);
    for (int gone : components) {
      kept.sums[gone] = 0;
      for (int i = 0; i < sums.length; i++) {
        kept.products[gone][i] = 0;
        kept.products[i][gone] = 0;
      }
    }
    return kept;
  }

  /** Number of vectors. */
  public long n() {
    return n;
  }

  /** Sum of component {@code i}. */
  public double sum(int i) {
    return sums[i];
  }

  /** Sum of the squares of component {@code i}. */
  double squares(int i) {
    return products[i][i];
  }

  /** What the sum of (f · v)² would be if nothing in it cancelled: its rounding goes by this. */
  double magnitude(double[] f) {
    double magnitude = 0;
    for (int i = 0; i < sums.length; i++) {
      for (int j = 0; j < sums.length; j++) {
        magnitude += Math.abs(f[i] * products[i][j] * f[j]);
      }
    }
    return magnitude;
  }

  /**
   * The covariance of the sums of every two components over n vectors drawn with replacement,
   * estimated: n / (n − 1) times the sum of (v − mean)(w − mean). 0 for fewer than two vectors.
   */
  double[][] covariances() {
    double[][] matrix = new double[sums.length][sums.length];
    if (n > 1) {
      for (int i = 0; i < sums.length; i++) {
        for (int j = 0; j < sums.length; j++) {
          matrix[i][j] = n / (n - 1.0) * (products[i][j] - sums[i] * sums[j] / n);
        }
      }
    }
    return matrix;
  }
}
