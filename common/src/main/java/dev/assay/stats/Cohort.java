package dev.assay.stats;

import java.util.Arrays;

/**
 * What scores are judged against: one entry a row in each array.
 *
 * @param groups the group of each row
 * @param labels the human's label of each row, 0 or 1
 * @param weights the weight of each row, finite and positive
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
public record Cohort(String[] groups, int[] labels, double[] weights) {

  public Cohort {
    if (groups.length != labels.length || labels.length != weights.length) {
      throw new IllegalArgumentException(
          "%d groups, %d labels and %d weights"
              .formatted(groups.length, labels.length, weights.length));
    }
    for (int label : labels) {
      if (label != 0 && label != 1) {
        throw new IllegalArgumentException("A label is 0 or 1, got " + label);
      }
    }
    for (double weight : weights) {
      if (!(weight > 0) || !Double.isFinite(weight)) {
        throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
      }
    }
  }

  /** Rows of weight 1. */
  public static Cohort of(String[] groups, int[] labels) {
    double[] ones = new double[labels.length];
    Arrays.fill(ones, 1);
    return new Cohort(groups, labels, ones);
  }

  /** Rows of weight 1, each a group of its own. */
  public static Cohort of(int... labels) {
    String[] groups = new String[labels.length];
    Arrays.setAll(groups, i -> "row-" + i);
    return of(groups, labels);
  }

  int size() {
    return labels.length;
  }

  /** Whether every row is a group of its own and all count alike. */
  boolean isIndependent(int groupCount) {
    return groupCount == size() && Arrays.stream(weights).distinct().count() == 1;
  }

  boolean hasBothLabels() {
    return Arrays.stream(labels).distinct().count() == 2;
  }
}
