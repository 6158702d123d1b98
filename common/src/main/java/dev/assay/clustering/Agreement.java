package dev.assay.clustering;

import java.util.Arrays;

/** How far two labellings of the same things agree. Noise counts as a cluster of its own. */
public final class Agreement {
  private Agreement() {}

  /**
   * The adjusted Rand index (Hubert and Arabie 1985): 1 for equal partitions, 0 on average for
   * independent ones with these sizes. Two partitions that are both one cluster, or both all
   * singletons, are equal.
   */
  public static double adjustedRand(int[] a, int[] b) {
    long[][] table = table(a, b);
    double both = 0;
    double rows = 0;
    double columns = 0;
    long[] column = new long[table[0].length];
    for (long[] row : table) {
      long sum = 0;
      for (int c = 0; c < row.length; c++) {
        both += pairs(row[c]);
        sum += row[c];
        column[c] += row[c];
      }
      rows += pairs(sum);
    }
    for (long sum : column) {
      columns += pairs(sum);
    }
    double expected = a.length < 2 ? 0 : rows * columns / pairs(a.length);
    double most = (rows + columns) / 2;
    return most == expected ? 1 : (both - expected) / (most - expected);
  }

  /**
   * Mutual information over the arithmetic mean of the two entropies, in [0, 1]; 1 where both are
   * one cluster.
   */
  public static double normalisedMutualInformation(int[] a, int[] b) {
    long[][] table = table(a, b);
    double n = a.length;
    double[] row = Arrays.stream(table).mapToDouble(r -> Arrays.stream(r).sum() / n).toArray();
    double[] column = new double[table[0].length];
    for (long[] r : table) {
      for (int c = 0; c < r.length; c++) {
        column[c] += r[c] / n;
      }
    }
    double information = 0;
    for (int r = 0; r < table.length; r++) {
      for (int c = 0; c < column.length; c++) {
        double p = table[r][c] / n;
        information += p == 0 ? 0 : p * Math.log(p / (row[r] * column[c]));
      }
    }
    double mean = (entropy(row) + entropy(column)) / 2;
    return mean == 0 ? 1 : Math.max(0, information / mean);
  }

  private static double entropy(double[] shares) {
    return Arrays.stream(shares).map(p -> p == 0 ? 0 : -p * Math.log(p)).sum();
  }

  private static double pairs(long count) {
    return count * (count - 1) / 2.0;
  }

  private static long[][] table(int[] a, int[] b) {
    if (a.length != b.length || a.length == 0) {
      throw new IllegalArgumentException(
          "%d labels cannot be compared with %d".formatted(a.length, b.length));
    }
    int[] rows = Arrays.stream(a).distinct().sorted().toArray();
    int[] columns = Arrays.stream(b).distinct().sorted().toArray();
    long[][] table = new long[rows.length][columns.length];
    for (int i = 0; i < a.length; i++) {
      table[Arrays.binarySearch(rows, a[i])][Arrays.binarySearch(columns, b[i])]++;
    }
    return table;
  }
}
