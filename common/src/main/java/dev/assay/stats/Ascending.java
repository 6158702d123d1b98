package dev.assay.stats;

import java.util.Arrays;

/** The order of values, found without an object a value. */
final class Ascending {
  private Ascending() {}

  /** The places of {@code values} from the least to the largest, equal ones as they came. */
  static int[] order(double[] values) {
    double[] sorted = values.clone();
    Arrays.parallelSort(sorted);
    int[] taken = new int[values.length];
    int[] order = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      int first = first(sorted, values[i]);
      order[first + taken[first]++] = i;
    }
    return order;
  }

  /** Where the first one that equals {@code value} is. */
  private static int first(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Double.compare(sorted[middle], value) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
