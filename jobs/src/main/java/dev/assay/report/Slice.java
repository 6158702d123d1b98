package dev.assay.report;

import java.util.LinkedHashMap;
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
    Map<String, String> pairs = new LinkedHashMap<>();
    if (!ALL.equals(text)) {
      for (String part : text.split(" & ", -1)) {
        int equals = part.indexOf('=');
        if (equals > 0) {
          pairs.put(part.substring(0, equals), part.substring(equals + 1));
        }
      }
    }
    return new Slice(pairs);
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
