package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** How often every expected label met every predicted one; gives up beyond a number of cells. */
public final class Confusion implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Pairs of labels that are counted. */
  static final int MAX_CELLS = 10_000;

  private final TreeMap<String, TreeMap<String, Long>> counts = new TreeMap<>();
  private long n;
  private long cells;
  private boolean tooMany;

  void add(String expected, String predicted, long count) {
    n += count;
    if (tooMany) {
      return;
    }
    TreeMap<String, Long> row = counts.computeIfAbsent(expected, label -> new TreeMap<>());
    if (row.merge(predicted, count, Long::sum) == count && ++cells > MAX_CELLS) {
      tooMany = true;
      counts.clear();
    }
  }

  void addAll(Confusion other) {
    if (other.tooMany) {
      n += other.n;
      tooMany = true;
      counts.clear();
      return;
    }
    other.counts.forEach(
        (expected, row) -> row.forEach((predicted, count) -> add(expected, predicted, count)));
  }

  boolean tooMany() {
    return tooMany;
  }

  long n() {
    return n;
  }

  /** The labels that were expected. */
  Set<String> expected() {
    return counts.keySet();
  }

  /** The labels that were expected or predicted. */
  Set<String> all() {
    Set<String> all = new TreeSet<>(counts.keySet());
    counts.values().forEach(row -> all.addAll(row.keySet()));
    return all;
  }

  long count(String expected, String predicted) {
    SortedMap<String, Long> row = counts.get(expected);
    return row == null ? 0 : row.getOrDefault(predicted, 0L);
  }

  long expectedCount(String label) {
    SortedMap<String, Long> row = counts.get(label);
    return row == null ? 0 : row.values().stream().mapToLong(Long::longValue).sum();
  }

  long predictedCount(String label) {
    return counts.values().stream().mapToLong(row -> row.getOrDefault(label, 0L)).sum();
  }
}
