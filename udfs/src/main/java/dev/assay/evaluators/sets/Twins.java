package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Answers by group, and of the groups whose answers are all there sums by subgroup: in steps of
 * 1e-9, so that the order of merging changes nothing.
 */
public final class Twins implements Serializable {
  private static final long serialVersionUID = 1L;

  /** What a subgroup has; {@code ALL} is the one of everything. */
  static final String ALL = "";

  private final TreeMap<String, ArrayList<Twin>> open = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Long>> sums = new TreeMap<>();
  private final TreeMap<String, Long> counts = new TreeMap<>();

  void add(Twin answer) {
    if (!answer.isNothing()) {
      open.computeIfAbsent(answer.group(), group -> new ArrayList<>()).add(answer);
    }
  }

  void addAll(Twins other) {
    other.open.values().forEach(answers -> answers.forEach(this::add));
    other.sums.forEach((name, own) -> own.forEach((part, sum) -> add(name, part, sum)));
    other.counts.forEach((name, own) -> counts.merge(name, own, Long::sum));
  }

  /** Looks at a twin and its origin, and adds to the sums. */
  interface Judge {
    void judge(Twin twin, Optional<Twin> original, Twins sums);
  }

  /** Judges the twins of the open groups, in order, and forgets the answers. */
  void close(Judge judge) {
    for (List<Twin> group : open.values()) {
      group.sort(Twin.ORDER);
      group.stream()
          .filter(Twin::isTwin)
          .forEach(twin -> judge.judge(twin, twin.original(group), this));
    }
    open.clear();
  }

  /** Adds {@code value}, weighted, to the sum {@code name} of a subgroup and of everything. */
  void add(String name, Twin of, double value) {
    long grains = DesignWeight.grains(value * of.weight());
    counts.merge(name, 1L, Long::sum);
    add(name, ALL, grains);
    add(name, of.kind(), grains);
    if (!of.change().isEmpty()) {
      add(name, of.kind() + " " + of.change(), grains);
    }
  }

  private void add(String name, String part, long grains) {
    sums.computeIfAbsent(name, key -> new TreeMap<>()).merge(part, grains, DesignWeight::sum);
  }

  double sum(String name, String part) {
    return sums.getOrDefault(name, new TreeMap<>()).getOrDefault(part, 0L) / DesignWeight.GRAIN;
  }

  /** How often something was added to the sum {@code name}. */
  long count(String name) {
    return counts.getOrDefault(name, 0L);
  }

  /** The mean over everything: the sum {@code name} divided by the sum {@code by}. */
  double mean(String name, String by) {
    return sum(name, ALL) / sum(by, ALL);
  }

  /** Says of every subgroup the sum {@code name} divided by the sum {@code by}. */
  void means(Map<String, Double> detail, String name, String by) {
    parts(by).forEach(part -> detail.put(name + ": " + part, sum(name, part) / sum(by, part)));
  }

  /**
   * Says how many {@code judged}, weighted, there are in every subgroup, and how many were left
   * out.
   */
  void counts(Map<String, Double> detail, String judged, String... leftOut) {
    parts(judged).forEach(part -> detail.put(judged + ": " + part, sum(judged, part)));
    for (String left : leftOut) {
      detail.put(left, (double) count(left));
    }
  }

  private List<String> parts(String name) {
    return sums.getOrDefault(name, new TreeMap<>()).entrySet().stream()
        .filter(part -> !part.getKey().isEmpty() && part.getValue() > 0)
        .map(Map.Entry::getKey)
        .toList();
  }
}
