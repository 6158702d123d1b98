package dev.assay.stats;

import java.util.Arrays;

/** The order of values, found without an object a value. */
final class Ascending {
  private Ascending() {}

  /** The places of {@code values} from the least to the largest, equal ones as they came. */
  static int[] order(double[] values) {
    long[] keys = new long[values.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = key(values[i]);
    }
    long[] sorted = keys.clone();
    Arrays.parallelSort(sorted);
    int[] taken = new int[values.length];
    int[] order = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      int first = first(sorted, keys[i]);
      order[first + taken[first]++] = i;
    }
    return order;
  }

  /** A number that is larger where the value is: as {@link Double#compare} has it. */
  private static long key(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ bits >> 63 & Long.MAX_VALUE;
  }

  /** Where the first one that equals {@code key} is. */
  private static int first(long[] sorted, long key) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
