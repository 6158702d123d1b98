package dev.assay.stats;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The groups of a cohort, numbered in the order of their ids. */
record Clusters(int[] groupOfRow, int count) {

  static Clusters of(Cohort cohort) {
    String[] groups = cohort.groups();
    int[] rows = new int[groups.length];
    // In the order that they came in, which mostly is theirs already: to sort them is little then.
    Map<String, Integer> numbers = new LinkedHashMap<>();
    for (int i = 0; i < rows.length; i++) {
      int next = numbers.size();
      Integer known = numbers.putIfAbsent(groups[i], next);
      rows[i] = known == null ? next : known;
    }
    String[] sorted = numbers.keySet().toArray(String[]::new);
    Arrays.sort(sorted);
    int[] places = new int[sorted.length];
    for (int g = 0; g < sorted.length; g++) {
      places[numbers.get(sorted[g])] = g;
    }
    for (int i = 0; i < rows.length; i++) {
      rows[i] = places[rows[i]];
    }
    return new Clusters(rows, sorted.length);
  }

  Design design() {
    return new Design(Collections.nCopies(count, ""));
  }

  double[] ones() {
    double[] ones = new double[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  /** The effective numbers of groups: of each label, by its weight in them, and of all. */
  AreaLimits limits(Cohort cohort) {
    double[][] weights = new double[2][count];
    double[] all = new double[count];
    for (int i = 0; i < groupOfRow.length; i++) {
      weights[cohort.labels()[i]][groupOfRow[i]] += cohort.weights()[i];
      all[groupOfRow[i]] += cohort.weights()[i];
    }
    return new AreaLimits(
        Kish.effective(weights[1]), Kish.effective(weights[0]), Kish.effective(all));
  }

  /** How many disjoint pairs of a group with label 1 and another with label 0 there surely are. */
  int disjointPairs(Cohort cohort) {
    Set<Integer> positive = new HashSet<>();
    Set<Integer> negative = new HashSet<>();
    for (int i = 0; i < groupOfRow.length; i++) {
      (cohort.labels()[i] == 1 ? positive : negative).add(groupOfRow[i]);
    }
    return Math.max(1, Math.min(count / 2, Math.min(positive.size(), negative.size())));
  }
}
