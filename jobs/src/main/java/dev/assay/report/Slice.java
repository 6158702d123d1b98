package dev.assay.report;

import dev.assay.report.figures.Conditions;
import dev.assay.slices.SliceName;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A slice or condition as stored: {@code all}, or {@code key=value} pairs joined by {@code " & "}.
 *
 * @param pairs the pairs in their stored order; empty for {@code all}
 */
record Slice(Map<String, String> pairs) {
  static final String ALL = "all";
  private static final String STRATUM = "stratum_id";

  static Slice parse(String text) {
    return new Slice(SliceName.pairs(text).orElse(Map.of()));
  }

  boolean isAll() {
    return pairs.isEmpty();
  }

  /** The stratum, where the slice is one stratum and nothing else. */
  OptionalInt onlyStratum() {
    return pairs.size() == 1 && pairs.containsKey(STRATUM)
        ? number(pairs.get(STRATUM))
        : OptionalInt.empty();
  }

  /** What it is a part by, for people: "channel, product". */
  String by() {
    return pairs.keySet().stream()
        .map(
            key ->
                switch (key) {
                  case STRATUM -> "topic";
                  case "query_type" -> "kind of question";
                  default -> key.replace('_', ' ');
                })
        .collect(java.util.stream.Collectors.joining(", "));
  }

  /** For people: "topic “Fees”, yes-or-no questions". */
  String words(Map<Integer, String> topics) {
    return isAll() ? "all cases" : Conditions.of(pairs, topics);
  }

  private static OptionalInt number(String text) {
    try {
      return OptionalInt.of(Integer.parseInt(text.trim()));
    } catch (NumberFormatException notAnId) {
      return OptionalInt.empty();
    }
  }
}
