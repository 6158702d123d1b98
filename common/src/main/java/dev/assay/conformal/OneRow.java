package dev.assay.conformal;

import dev.assay.base.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * One row of each group, drawn by weight. Rows of a group depend on each other, groups do not: what
 * remains is independent, which exact tests need (Dunn, Wasserman and Ramdas 2022,
 * Distribution-Free Prediction Sets for Two-Layer Hierarchical Models, subsampling).
 *
 * <p>Where groups count unequally, a group stays with a chance in proportion to the mean weight of
 * its rows, so that what stays counts equally.
 */
final class OneRow {
  private OneRow() {}

  static <T> List<T> of(
      List<T> rows,
      Function<T, String> group,
      ToDoubleFunction<T> weight,
      Comparator<T> order,
      long seed) {
    SortedMap<String, List<T>> byGroup = new TreeMap<>();
    rows.forEach(
        row -> byGroup.computeIfAbsent(group.apply(row), id -> new ArrayList<>()).add(row));
    double most =
        byGroup.values().stream().mapToDouble(members -> mean(members, weight)).max().orElse(1);
    List<T> drawn = new ArrayList<>();
    byGroup.forEach(
        (id, members) -> {
          SplittableRandom random = Seeds.random(seed, "one row", id);
          members.sort(order);
          T row = draw(members, weight, random.nextDouble());
          if (random.nextDouble() * most <= mean(members, weight)) {
            drawn.add(row);
          }
        });
    return drawn;
  }

  private static <T> double mean(List<T> members, ToDoubleFunction<T> weight) {
    return members.stream().mapToDouble(weight).sum() / members.size();
  }

  private static <T> T draw(List<T> members, ToDoubleFunction<T> weight, double u) {
    double left = u * members.stream().mapToDouble(weight).sum();
    for (T member : members) {
      left -= weight.applyAsDouble(member);
      if (left < 0) {
        return member;
      }
    }
    return members.get(members.size() - 1);
  }
}
