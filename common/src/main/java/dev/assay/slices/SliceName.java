package dev.assay.slices;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Slices as tables name them: {@code all}, or {@code key=value} pairs joined by {@code " & "}. */
public final class SliceName {
  /** The slice of everything. */
  public static final String ALL = "all";

  /** What stands between two pairs. */
  public static final String JOINED = " & ";

  private SliceName() {}

  /**
   * The pairs in their order, none for {@code all}; empty for what is no slice's name. What stands
   * after {@code " & "} and has no equals sign belongs to the value before: {@code product=Cards &
   * Loans} is one pair.
   */
  public static Optional<Map<String, String>> pairs(String name) {
    Map<String, String> pairs = new LinkedHashMap<>();
    if (name.equals(ALL)) {
      return Optional.of(pairs);
    }
    String key = "";
    for (String part : name.split(JOINED, -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        key = part.substring(0, equals);
        if (pairs.put(key, part.substring(equals + 1)) != null) {
          return Optional.empty();
        }
      } else if (key.isEmpty() || equals == 0) {
        return Optional.empty();
      } else {
        pairs.merge(key, part, (value, more) -> value + JOINED + more);
      }
    }
    return Optional.of(pairs);
  }

  /** What {@code name} divides by; empty for {@code all} and for what is no slice's name. */
  public static Optional<SliceBy> by(String name) {
    return pairs(name)
        .filter(pairs -> !pairs.isEmpty())
        .map(pairs -> new SliceBy(java.util.List.copyOf(pairs.keySet())));
  }
}
