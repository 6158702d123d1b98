package dev.assay.conformal;

import dev.assay.calibration.LabelledResponse;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What prediction sets did on cases that their fit has not seen, each group of questions counting
 * 1.
 *
 * @param coverage share of cases whose label is in their set, in [0, 1]
 * @param size mean number of labels in a set
 */
record SetsSeen(double coverage, double size) {
  /**
   * Of cases in an order that does not depend on anything.
   *
   * @param sets makes the set of each
   */
  static SetsSeen of(
      List<LabelledResponse> unseen, Function<LabelledResponse, PredictionSet> sets) {
    TreeMap<String, double[]> groups = new TreeMap<>();
    for (LabelledResponse one : unseen) {
      PredictionSet set = sets.apply(one);
      double[] sums = groups.computeIfAbsent(one.groupId(), id -> new double[3]);
      sums[0] += set.contains(one.level()) ? 1 : 0;
      sums[1] += set.size();
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
