package dev.assay.conformal;

import dev.assay.calibration.LabelledResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What prediction sets did on cases that their fit has not seen.
 *
 * @param coverage share of cases whose label is in their set, in [0, 1]
 * @param size mean number of labels in a set
 */
record SetsSeen(double coverage, double size) {
  /** Of cases in an order that does not depend on anything, each group of questions counting 1. */
  static SetsSeen of(
      List<LabelledResponse> unseen, Function<LabelledResponse, PredictionSet> sets) {
    Map<String, Integer> sizes = new HashMap<>();
    unseen.forEach(row -> sizes.merge(row.groupId(), 1, Integer::sum));
    return of(unseen, sets, row -> 1.0 / sizes.get(row.groupId()));
  }

  /**
   * Of cases that count unequally; 0 of both where there are none.
   *
   * @param sets makes the set of each
   * @param weight finite and positive
   */
  static SetsSeen of(
      List<LabelledResponse> unseen,
      Function<LabelledResponse, PredictionSet> sets,
      ToDoubleFunction<LabelledResponse> weight) {
    double covered = 0;
    double labels = 0;
    double all = 0;
    for (LabelledResponse one : unseen) {
      PredictionSet set = sets.apply(one);
      double counts = weight.applyAsDouble(one);
      covered += set.contains(one.level()) ? counts : 0;
      labels += counts * set.size();
      all += counts;
    }
    return all > 0 ? new SetsSeen(Math.min(1, covered / all), labels / all) : new SetsSeen(0, 0);
  }
}
