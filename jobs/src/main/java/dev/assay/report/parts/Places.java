package dev.assay.report.parts;

import dev.assay.slices.SliceName;
import java.util.Map;
import java.util.stream.Collectors;

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
    return pairs.entrySet().stream()
        .map(
            pair ->
                pair.getKey().equals("stratum_id")
                    ? "topic " + topic(pair.getValue(), topics)
                    : pair.getKey().replace('_', ' ') + " " + pair.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String topic(String stratum, Map<Integer, String> topics) {
    String label = stratum.matches("-?\\d{1,9}") ? topics.get(Integer.valueOf(stratum)) : null;
    return label == null ? stratum : "“" + label + "”";
  }
}
