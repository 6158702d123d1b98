package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

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

  /** What was predicted where {@code expected} was the class, by label: each weight above 0. */
  SortedMap<String, Double> predictions(String expected) {
    SortedMap<String, Double> weights = new TreeMap<>();
    grains
        .getOrDefault(expected, new TreeMap<>())
        .forEach(
            (predicted, sum) -> {
              if (sum > 0) {
                weights.put(predicted, sum / DesignWeight.GRAIN);
              }
            });
    return weights;
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

  /** Of each label that was predicted. */
  Map<String, Double> predictedWeights() {
    Map<String, Long> sums = new HashMap<>();
    grains
        .values()
        .forEach(
            row -> row.forEach((label, weight) -> sums.merge(label, weight, DesignWeight::sum)));
    Map<String, Double> weights = new HashMap<>();
    sums.forEach((label, sum) -> weights.put(label, sum / DesignWeight.GRAIN));
    return weights;
  }
}
