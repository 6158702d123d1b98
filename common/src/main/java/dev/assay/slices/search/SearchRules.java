package dev.assay.slices.search;

import java.io.Serializable;

/**
 * What is searched.
 *
 * @param conditions the most that are joined, from 1 to 3
 * @param minGroups the fewest groups under the conditions, and the fewest elsewhere; at least 5
 * @param mostSlices the most slices that are looked at, those with fewer conditions and more groups
 *     first
 * @param bins how many parts of about equal size an attribute of numbers has
 */
public record SearchRules(int conditions, int minGroups, int mostSlices, int bins)
    implements Serializable {
  /** Fewer groups say too little of their own spread. */
  public static final int LEAST_GROUPS = 5;

  public SearchRules {
    if (conditions < 1 || conditions > 3) {
      throw new IllegalArgumentException("From 1 to 3 conditions are joined, got " + conditions);
    }
    if (minGroups < LEAST_GROUPS || mostSlices < 1 || bins < 2) {
      throw new IllegalArgumentException(
          "At least 5 groups, 1 slice and 2 bins are needed, got %d, %d, %d"
              .formatted(minGroups, mostSlices, bins));
    }
  }
}
