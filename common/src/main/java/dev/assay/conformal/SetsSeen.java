package dev.assay.conformal;

import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * What prediction sets did on cases that their fit has not seen, each group of questions counting
 * 1.
 *
 * @param coverage share of cases whose label is in their set, in [0, 1]
 * @param size mean number of labels in a set
 */
record SetsSeen(double coverage, double size) {
  static SetsSeen of(
      List<JudgedCase> unseen, Predicate<JudgedCase> covered, ToIntFunction<JudgedCase> size) {
    return of(unseen, JudgedCase::groupId, covered, size);
  }

  static <T> SetsSeen of(
      List<T> unseen, Function<T, String> group, Predicate<T> covered, ToIntFunction<T> size) {
    TreeMap<String, double[]> groups = new TreeMap<>();
    for (T one : unseen) {
      double[] sums = groups.computeIfAbsent(group.apply(one), id -> new double[3]);
      sums[0] += covered.test(one) ? 1 : 0;
      sums[1] += size.applyAsInt(one);
      sums[2]++;
    }
    double coverage = 0;
    double mean = 0;
    for (double[] sums : groups.values()) {
      coverage += sums[0] / sums[2] / groups.size();
      mean += sums[1] / sums[2] / groups.size();
    }
    return new SetsSeen(Math.min(1, coverage), mean);
  }
}
