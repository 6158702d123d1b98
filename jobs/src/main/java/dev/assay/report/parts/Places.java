package dev.assay.report.parts;

import dev.assay.report.figures.Conditions;
import dev.assay.slices.SliceName;
import java.util.Map;

/** How parts of the domain are called. */
final class Places {
  private Places() {}

  /**
   * @param slice as tables name it
   * @param topics labels by stratum
   */
  static String named(String slice, Map<Integer, String> topics) {
    Map<String, String> pairs = SliceName.pairs(slice).orElse(Map.of());
    if (pairs.isEmpty()) {
      return slice;
    }
    return Conditions.of(pairs, topics);
  }
}
