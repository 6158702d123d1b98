package dev.assay.conformal;

import java.io.Serializable;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How much mass lies at each nonconformity, each group counting 1, shared among its rows by their
 * weights. States of disjoint groups merge, so partitions are folded where they lie; a state holds
 * one entry a distinct value.
 */
public final class Masses implements Serializable {
  private static final long serialVersionUID = 1;

  /** So that sums have the same bits for any order of the rows. */
  private static final Comparator<Scored> ORDER =
      Comparator.comparingDouble(Scored::nonconformity)
          .thenComparingDouble(Scored::weight)
          .thenComparing(Scored::groupId);

  private final TreeMap<Double, Double> masses = new TreeMap<>();
  private int groups;

  /** No group. */
  public Masses() {}

  /** The masses of whole groups, in any order of the rows. */
  public static Masses of(List<Scored> rows) {
    List<Scored> sorted = rows.stream().sorted(ORDER).toList();
    Map<String, Double> totals = new HashMap<>(2 * rows.size());
    sorted.forEach(row -> totals.merge(row.groupId(), row.weight(), Double::sum));
    Masses result = new Masses();
    sorted.forEach(
        row ->
            result.masses.merge(
                row.nonconformity(), row.weight() / totals.get(row.groupId()), Double::sum));
    result.groups = totals.size();
    return result;
  }

  /** Takes in the groups of another state; no group may be in both. */
  public Masses merge(Masses other) {
    other.masses.forEach((at, mass) -> masses.merge(at, mass, Double::sum));
    groups += other.groups;
    return this;
  }

  /** Number of groups. */
  public int groups() {
    return groups;
  }

  /** Mass strictly below {@code value}. */
  double below(double value) {
    return masses.headMap(value, false).values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /** The least value with at least {@code wanted} mass up to it, +∞ when there is none. */
  double reaching(double wanted) {
    double sum = 0;
    for (Map.Entry<Double, Double> entry : masses.entrySet()) {
      sum += entry.getValue();
      if (sum >= wanted) {
        return entry.getKey();
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
