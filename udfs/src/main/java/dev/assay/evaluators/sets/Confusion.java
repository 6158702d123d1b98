package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** How much every expected label met every predicted one; gives up beyond a number of cells. */
public final class Confusion implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Pairs of labels that are counted. */
  static final int MAX_CELLS = 10_000;

  private final TreeMap<String, TreeMap<String, Long>> grains = new TreeMap<>();
  private long n;
  private long cells;
  private boolean tooMany;

  void add(Classification.Labelled labelled) {
    n++;
    add(labelled.expected(), labelled.predicted(), DesignWeight.grains(labelled.weight()));
  }

  private void add(String expected, String predicted, long weight) {
    if (tooMany) {
      return;
    }
    TreeMap<String, Long> row = grains.computeIfAbsent(expected, label -> new TreeMap<>());
    if (!row.containsKey(predicted) && ++cells > MAX_CELLS) {
      tooMany = true;
      grains.clear();
      return;
    }
    row.merge(predicted, weight, DesignWeight::sum);
  }

  void addAll(Confusion other) {
    n += other.n;
    if (other.tooMany) {
      tooMany = true;
      grains.clear();
      return;
    }
    other.grains.forEach(
        (expected, row) -> row.forEach((predicted, weight) -> add(expected, predicted, weight)));
  }

  boolean tooMany() {
    return tooMany;
  }

  long n() {
    return n;
  }

  /** The labels that were expected. */
  Set<String> expected() {
    return grains.keySet();
  }

  /** The labels that were expected or predicted. */
  Set<String> all() {
    Set<String> all = new TreeSet<>(grains.keySet());
    grains.values().forEach(row -> all.addAll(row.keySet()));
    return all;
  }

  /** Of all pairs; how many there are where nothing is weighted, as in the others. */
  double weight() {
    return grains.keySet().stream().mapToDouble(this::expectedWeight).sum();
  }

  double weight(String expected, String predicted) {
    SortedMap<String, Long> row = grains.get(expected);
    return row == null ? 0 : row.getOrDefault(predicted, 0L) / DesignWeight.GRAIN;
  }

  double expectedWeight(String label) {
    SortedMap<String, Long> row = grains.get(label);
    return row == null
        ? 0
        : row.values().stream().reduce(0L, DesignWeight::sum) / DesignWeight.GRAIN;
  }

  double predictedWeight(String label) {
    return grains.values().stream()
            .map(row -> row.getOrDefault(label, 0L))
            .reduce(0L, DesignWeight::sum)
        / DesignWeight.GRAIN;
  }
}
