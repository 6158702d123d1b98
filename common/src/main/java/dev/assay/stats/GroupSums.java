package dev.assay.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Observations summed by group, in the order of group ids and, within a group, of values: so sums
 * have the same bits for any order of the rows. A group whose rows name several strata counts in
 * the first by name.
 */
record GroupSums(
    List<String> ids,
    List<String> strata,
    double[] weights,
    double[] totals,
    double[] fractions,
    int n) {

  private static final Comparator<Observation> ORDER =
      Comparator.comparing(Observation::stratum)
          .thenComparingDouble(Observation::value)
          .thenComparingDouble(Observation::weight)
          .thenComparingDouble(Observation::fraction);

  static GroupSums of(List<Observation> observations) {
    return inOrder(observations) ? each(observations) : summed(observations);
  }

  /** Whether each is a group of its own, and they come by their ids. */
  private static boolean inOrder(List<Observation> observations) {
    String before = null;
    for (Observation o : observations) {
      if (before != null && before.compareTo(o.groupId()) >= 0) {
        return false;
      }
      before = o.groupId();
    }
    return true;
  }

  private static GroupSums each(List<Observation> observations) {
    int n = observations.size();
    List<String> ids = new ArrayList<>(n);
    List<String> strata = new ArrayList<>(n);
    double[] weights = new double[n];
    double[] totals = new double[n];
    double[] fractions = new double[n];
    for (Observation o : observations) {
      int g = ids.size();
      ids.add(o.groupId());
      strata.add(o.stratum());
      weights[g] = o.weight();
      totals[g] = o.weight() * o.value();
      fractions[g] = o.fraction();
    }
    return new GroupSums(ids, strata, weights, totals, fractions, n);
  }

  private static GroupSums summed(List<Observation> observations) {
    Map<String, List<Observation>> groups = new HashMap<>();
    for (Observation o : observations) {
      groups.computeIfAbsent(o.groupId(), id -> new ArrayList<>()).add(o);
    }
    SortedMap<String, List<Observation>> byGroup = new TreeMap<>(groups);
    List<String> strata = new ArrayList<>();
    double[] weights = new double[byGroup.size()];
    double[] totals = new double[byGroup.size()];
    double[] fractions = new double[byGroup.size()];
    int g = 0;
    for (List<Observation> rows : byGroup.values()) {
      rows.sort(ORDER);
      strata.add(rows.get(0).stratum());
      fractions[g] = rows.get(0).fraction();
      for (Observation row : rows) {
        weights[g] += row.weight();
        totals[g] += row.weight() * row.value();
      }
      g++;
    }
    return new GroupSums(
        List.copyOf(byGroup.keySet()), strata, weights, totals, fractions, observations.size());
  }

  int size() {
    return ids.size();
  }

  Design design() {
    return new Design(strata, fractions);
  }

  /** The weighted mean within group {@code g}. */
  double mean(int g) {
    return totals[g] / weights[g];
  }

  /** The weighted mean over all groups, each weight multiplied by its group's factor. */
  double mean(double[] factors) {
    double weight = 0;
    double total = 0;
    for (int g = 0; g < factors.length; g++) {
      weight += factors[g] * weights[g];
      total += factors[g] * totals[g];
    }
    return total / weight;
  }
}
