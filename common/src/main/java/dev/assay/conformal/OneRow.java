package dev.assay.conformal;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * One row of each group, drawn by weight. Rows of a group depend on each other, groups do not: what
 * remains is independent, which exact tests need (Dunn, Wasserman and Ramdas 2022,
 * Distribution-Free Prediction Sets for Two-Layer Hierarchical Models, subsampling).
 *
 * <p>Where rows count 1/π, a group stays with a chance in proportion to Σ 1/(π m) over its labelled
 * rows, m the rows that it has, labelled or not, so that what stays is a random row of a random
 * group.
 */
final class OneRow {
  private static final double SLACK = 1e-9;

  private OneRow() {}

  /**
   * The rows that remain.
   *
   * @param size how many rows a row's group has, labelled or not; 0 where that is unknown: as many
   *     as are labelled
   */
  static <T> List<T> of(
      List<T> rows,
      Function<T, String> group,
      ToDoubleFunction<T> weight,
      ToIntFunction<T> size,
      Comparator<T> order,
      long seed) {
    SortedMap<String, List<T>> byGroup = byGroup(rows, group);
    double most =
        byGroup.values().stream()
            .mapToDouble(members -> count(members, weight, size))
            .max()
            .orElse(1);
    List<T> drawn = new ArrayList<>();
    byGroup.forEach(
        (id, members) -> {
          SplittableRandom random = Seeds.random(seed, "one row", id);
          members.sort(order);
          T row = draw(members, weight, random.nextDouble());
          if (random.nextDouble() * most <= count(members, weight, size)) {
            drawn.add(row);
          }
        });
    return drawn;
  }

  /** Whether all groups count the same, so that each may stay as it is. */
  static <T> boolean equal(
      List<T> rows, Function<T, String> group, ToDoubleFunction<T> weight, ToIntFunction<T> size) {
    double[] counts =
        byGroup(rows, group).values().stream()
            .mapToDouble(members -> count(members, weight, size))
            .sorted()
            .toArray();
    return counts.length == 0 || counts[counts.length - 1] - counts[0] <= SLACK * counts[0];
  }

  private static <T> SortedMap<String, List<T>> byGroup(List<T> rows, Function<T, String> group) {
    Map<String, List<T>> byGroup = new HashMap<>();
    rows.forEach(
        row -> byGroup.computeIfAbsent(group.apply(row), id -> new ArrayList<>()).add(row));
    return new TreeMap<>(byGroup);
  }

  private static <T> double count(
      List<T> members, ToDoubleFunction<T> weight, ToIntFunction<T> size) {
    int known = size.applyAsInt(members.get(0));
    return sum(members, weight) / (known > 0 ? known : members.size());
  }

  private static <T> double sum(List<T> members, ToDoubleFunction<T> weight) {
    double sum = 0;
    for (T member : members) {
      sum += weight.applyAsDouble(member);
    }
    return sum;
  }

  private static <T> T draw(List<T> members, ToDoubleFunction<T> weight, double u) {
    double left = u * sum(members, weight);
    for (T member : members) {
      left -= weight.applyAsDouble(member);
      if (left < 0) {
        return member;
      }
    }
    return members.get(members.size() - 1);
  }
}
