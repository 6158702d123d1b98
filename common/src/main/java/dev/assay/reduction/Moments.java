package dev.assay.reduction;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Sums of products of coordinates, Σ (x − c)(x − c)ᵀ. Each sum is taken in the order of the
 * vectors, whatever the number of threads.
 *
 * @param sums a symmetric matrix, by row
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Moments(double[][] sums) {
  /** Rows of the matrix that go through the vectors together. */
  private static final int ROWS = 64;

  /** Of {@code vectors}, all of the length of {@code centre}. */
  static Moments of(List<float[]> vectors, double[] centre) {
    int width = centre.length;
    double[][] sums = new double[width][width];
    IntStream.range(0, (width + ROWS - 1) / ROWS)
        .parallel()
        .forEach(g -> add(vectors, centre, g * ROWS, Math.min(width, (g + 1) * ROWS), sums));
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < i; j++) {
        sums[i][j] = sums[j][i];
      }
    }
    return new Moments(sums);
  }

  /** Mean of {@code vectors}, of which there is at least one. */
  static double[] mean(List<float[]> vectors) {
    double[] mean = new double[vectors.get(0).length];
    for (float[] vector : vectors) {
      for (int d = 0; d < mean.length; d++) {
        mean[d] += vector[d];
      }
    }
    for (int d = 0; d < mean.length; d++) {
      mean[d] /= vectors.size();
    }
    return mean;
  }

  /** The matrix times {@code vector}. */
  double[] times(double[] vector) {
    double[] product = new double[vector.length];
    for (int i = 0; i < vector.length; i++) {
      add(vector[i], sums[i], product);
    }
    return product;
  }

  /** Rows {@code from} to {@code to}, from their column {@code from} on. */
  private static void add(
      List<float[]> vectors, double[] centre, int from, int to, double[][] sums) {
    int width = centre.length - from;
    double[][] some = new double[4][width];
    double[][] rows = new double[to - from][width];
    int v = 0;
    for (; v + 3 < vectors.size(); v += 4) {
      for (int s = 0; s < 4; s++) {
        centred(vectors.get(v + s), centre, from, some[s]);
      }
      for (int i = 0; i < rows.length; i++) {
        add(
            some[0][i],
            some[0],
            some[1][i],
            some[1],
            some[2][i],
            some[2],
            some[3][i],
            some[3],
            rows[i]);
      }
    }
    for (; v < vectors.size(); v++) {
      centred(vectors.get(v), centre, from, some[0]);
      for (int i = 0; i < rows.length; i++) {
        add(some[0][i], some[0], rows[i]);
      }
    }
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(rows[i], i, sums[from + i], from + i, width - i);
    }
  }

  private static void centred(float[] vector, double[] centre, int from, double[] centred) {
    for (int d = 0; d < centred.length; d++) {
      centred[d] = vector[from + d] - centre[from + d];
    }
  }

  private static void add(double factor, double[] vector, double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += factor * vector[i];
    }
  }

  /** Four vectors at once: {@code sums} is read and written once for them. */
  private static void add(
      double f0,
      double[] v0,
      double f1,
      double[] v1,
      double f2,
      double[] v2,
      double f3,
      double[] v3,
      double[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += f0 * v0[i] + f1 * v1[i] + f2 * v2[i] + f3 * v3[i];
    }
  }
}
