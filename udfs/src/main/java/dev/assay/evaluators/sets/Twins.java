package dev.assay.evaluators.sets;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers by group, and of the groups whose answers are all there sums by subgroup: in steps of
 * 1e-9, so that the order of merging changes nothing.
 */
public final class Twins implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final double GRAIN = 1e9;

  /** What a subgroup has; {@code ALL} is the one of everything. */
  static final String ALL = "";

  private final TreeMap<String, ArrayList<Twin>> open = new TreeMap<>();
  private final TreeMap<String, TreeMap<String, Long>> sums = new TreeMap<>();

  void add(Twin answer) {
    open.computeIfAbsent(answer.group(), group -> new ArrayList<>()).add(answer);
  }

  void addAll(Twins other) {
    other.open.values().forEach(answers -> answers.forEach(this::add));
    other.sums.forEach((name, own) -> own.forEach((part, sum) -> add(name, part, sum)));
  }

  /** Looks at a whole group, at its answers in order, and adds to the sums. */
  interface Judge {
    void judge(List<Twin> group, Twins sums);
  }

  /** Judges the open groups and forgets their answers. */
  void close(Judge judge) {
    for (List<Twin> group : open.values()) {
      group.sort(Twin.ORDER);
      judge.judge(group, this);
    }
    open.clear();
  }

  /** Adds {@code value} to the sum {@code name} of a subgroup and of everything. */
  void add(String name, Twin of, double value) {
    long grains = Math.round(value * GRAIN);
    add(name, ALL, grains);
    add(name, of.kind(), grains);
    if (!of.change().isEmpty()) {
      add(name, of.kind() + " " + of.change(), grains);
    }
  }

  private void add(String name, String part, long grains) {
    sums.computeIfAbsent(name, key -> new TreeMap<>()).merge(part, grains, Long::sum);
  }

  double sum(String name, String part) {
    return sums.getOrDefault(name, new TreeMap<>()).getOrDefault(part, 0L) / GRAIN;
  }

  long count(String name) {
    return Math.round(sum(name, ALL));
  }

  /** By subgroup, the sum {@code name} divided by the sum {@code by}. */
  Map<String, Double> means(String name, String by) {
    Map<String, Double> means = new TreeMap<>();
    sums.getOrDefault(by, new TreeMap<>())
        .forEach(
            (part, grains) -> {
              if (!part.isEmpty() && grains > 0) {
                means.put(part, sum(name, part) / (grains / GRAIN));
              }
            });
    return means;
  }
}
