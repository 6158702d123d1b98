package dev.assay.jobs.engine;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** What a stage did, by name: rows written, rejected, found already there. Stored with the run. */
public record Counts(Map<String, Long> values) {
  /** Scores that took too long: a run with such is not done, and the next one tries them again. */
  public static final String LATE = "scores that took too long";

  public Counts {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  public static Counts of(String name, long value) {
    return new Counts(Map.of(name, value));
  }

  public Counts and(String name, long value) {
    Map<String, Long> more = new TreeMap<>(values);
    more.merge(name, value, Long::sum);
    return new Counts(more);
  }

  /** Both, added up by name. */
  public Counts plus(Counts other) {
    Counts sum = this;
    for (Map.Entry<String, Long> one : other.values.entrySet()) {
      sum = sum.and(one.getKey(), one.getValue());
    }
    return sum;
  }

  @Override
  public String toString() {
    return String.join(
        ", ", values.entrySet().stream().map(e -> e.getValue() + " " + e.getKey()).toList());
  }
}
