package dev.assay.report;

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
        .map(key -> STRATUM.equals(key) ? "topic" : key.replace('_', ' '))
        .collect(java.util.stream.Collectors.joining(", "));
  }

  /** For people: "topic Fees, query type yes no". */
  String words(Map<Integer, String> topics) {
    if (isAll()) {
      return "all cases";
    }
    StringBuilder words = new StringBuilder();
    pairs.forEach(
        (key, value) -> {
          if (!words.isEmpty()) {
            words.append(", ");
          }
          OptionalInt stratum = STRATUM.equals(key) ? number(value) : OptionalInt.empty();
          if (stratum.isPresent()) {
            words.append("topic ");
            words.append(topics.getOrDefault(stratum.getAsInt(), value));
          } else {
            words.append(key.replace('_', ' ')).append(' ').append(value.replace('_', ' '));
          }
        });
    return words.toString();
  }

  private static OptionalInt number(String text) {
    try {
      return OptionalInt.of(Integer.parseInt(text.trim()));
    } catch (NumberFormatException notAnId) {
      return OptionalInt.empty();
    }
  }
}
