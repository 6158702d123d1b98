package dev.assay.stats.agreement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Ratings as a matrix, items in the order of their ids, so that sums do not depend on the order of
 * the rows. An annotator who rated an item twice is refused.
 *
 * @param levels number of levels
 * @param groups ids of the groups
 * @param groupOfItem by item
 * @param level by item and annotator; −1 where there is no rating
 * @param annotators number of annotators
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record RatingTable(
    int levels, List<String> groups, int[] groupOfItem, int[][] level, int annotators) {

  static RatingTable of(List<Rating> ratings, int levels) {
    TreeMap<String, List<Rating>> byItem = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>();
    TreeSet<String> groupIds = new TreeSet<>();
    for (Rating rating : ratings) {
      if (rating.level() >= levels) {
        throw new IllegalArgumentException(
            "Level %d of item '%s' is not below %d"
                .formatted(rating.level(), rating.item(), levels));
      }
      byItem.computeIfAbsent(rating.item(), id -> new ArrayList<>()).add(rating);
      names.add(rating.annotator());
      groupIds.add(rating.groupId());
    }
    Map<String, Integer> place = new HashMap<>();
    names.forEach(name -> place.put(name, place.size()));
    List<String> groups = List.copyOf(groupIds);
    Map<String, Integer> groupPlace = new HashMap<>();
    groups.forEach(id -> groupPlace.put(id, groupPlace.size()));
    int[] groupOfItem = new int[byItem.size()];
    int[][] level = new int[byItem.size()][names.size()];
    int i = 0;
    for (List<Rating> rated : byItem.values()) {
      java.util.Arrays.fill(level[i], -1);
      rated.sort(Comparator.comparing(Rating::annotator));
      groupOfItem[i] = groupPlace.get(rated.get(0).groupId());
      for (Rating rating : rated) {
        int annotator = place.get(rating.annotator());
        if (level[i][annotator] >= 0) {
          throw new IllegalArgumentException(
              "Annotator '%s' rated item '%s' twice".formatted(rating.annotator(), rating.item()));
        }
        level[i][annotator] = rating.level();
      }
      i++;
    }
    return new RatingTable(levels, groups, groupOfItem, level, names.size());
  }

  int items() {
    return level.length;
  }

  /** How many ratings of each level item {@code i} has. */
  double[] counts(int i) {
    double[] counts = new double[levels];
    for (int rated : level[i]) {
      if (rated >= 0) {
        counts[rated]++;
      }
    }
    return counts;
  }
}
