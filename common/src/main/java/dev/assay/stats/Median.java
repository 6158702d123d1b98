package dev.assay.stats;

import java.util.Arrays;

/** The middle of values, the mean of the two middle ones where their number is even. */
public final class Median {
  private Median() {}

  /** Of the values below the diagonal of a square or triangular matrix: at least one. */
  public static double belowDiagonal(double[][] matrix) {
    double[] all = new double[matrix.length * (matrix.length - 1) / 2];
    int at = 0;
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < i; j++) {
        all[at++] = matrix[i][j];
      }
    }
    Arrays.sort(all);
    int middle = all.length / 2;
    return all.length % 2 == 1 ? all[middle] : (all[middle - 1] + all[middle]) / 2;
  }
}
