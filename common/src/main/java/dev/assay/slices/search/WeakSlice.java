package dev.assay.slices.search;

import java.util.List;

/**
 * Conditions under which a metric is worse than elsewhere.
 *
 * @param metric of which it is found
 * @param conditions {@code key=value}, sorted
 * @param members ids of the groups under them that have a value
 * @param statistic by how many standard errors it is worse
 * @param p the chance of one at least as bad anywhere in the search, were values and attributes
 *     independent
 * @param alike how many other slices past the bar it explains: they are worse no more once its
 *     groups are left out
 */
public record WeakSlice(
    String metric,
    List<String> conditions,
    List<String> members,
    double statistic,
    double p,
    int alike) {
  public WeakSlice {
    conditions = List.copyOf(conditions);
    members = List.copyOf(members);
  }
}
