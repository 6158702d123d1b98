package dev.assay.clustering;

import java.util.Arrays;

/**
 * The assignment of rows to columns with the largest sum, each at most once: the Hungarian method
 * with potentials (Kuhn 1955; Jonker and Volgenant 1987), cubic in the larger side.
 */
public final class Matching {
  private Matching() {}

  /**
   * For each row its column, or −1 where there are more rows than columns.
   *
   * @param gain of each pair, finite; all rows of one length
   */
  public static int[] best(double[][] gain) {
    int rows = gain.length;
    int columns = rows == 0 ? 0 : gain[0].length;
    int n = Math.max(rows, columns);
    double[] rowPrice = new double[n + 1];
    double[] columnPrice = new double[n + 1];
    int[] rowOf = new int[n + 1];
    for (int row = 1; row <= n; row++) {
      augment(row, gain, rowPrice, columnPrice, rowOf);
    }
    int[] match = new int[rows];
    Arrays.fill(match, -1);
    for (int column = 1; column <= columns; column++) {
      if (rowOf[column] <= rows) {
        match[rowOf[column] - 1] = column - 1;
      }
    }
    return match;
  }

  /** Gives {@code row} a column along a shortest augmenting path. Index 0 is the start. */
  private static void augment(
      int row, double[][] gain, double[] rowPrice, double[] columnPrice, int[] rowOf) {
    int n = rowOf.length - 1;
    double[] least = new double[n + 1];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    int[] from = new int[n + 1];
    boolean[] done = new boolean[n + 1];
    rowOf[0] = row;
    int at = 0;
    while (rowOf[at] != 0) {
      done[at] = true;
      int next = 0;
      double step = Double.POSITIVE_INFINITY;
      for (int column = 1; column <= n; column++) {
        if (!done[column]) {
          double cost = cost(gain, rowOf[at], column) - rowPrice[rowOf[at]] - columnPrice[column];
          if (cost < least[column]) {
            least[column] = cost;
            from[column] = at;
          }
          if (least[column] < step) {
            step = least[column];
            next = column;
          }
        }
      }
      for (int column = 0; column <= n; column++) {
        if (done[column]) {
          rowPrice[rowOf[column]] += step;
          columnPrice[column] -= step;
        } else {
          least[column] -= step;
        }
      }
      at = next;
    }
    while (at != 0) {
      rowOf[at] = rowOf[from[at]];
      at = from[at];
    }
  }

  private static double cost(double[][] gain, int row, int column) {
    return row <= gain.length && column <= gain[0].length ? -gain[row - 1][column - 1] : 0;
  }
}
