package dev.assay.text;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much of a candidate stands in a reference and the other way round, each in [0, 1]. A side
 * without items counts as one item that is not found, as rouge-score counts it: 0 rather than 0/0.
 *
 * @param precision share of the candidate's items found in the reference
 * @param recall share of the reference's items found in the candidate
 */
public record Overlap(double precision, double recall) {

  /** {@code hits} common items among {@code candidate} and {@code reference} items. */
  static Overlap of(long hits, long candidate, long reference) {
    return new Overlap(
        hits / (double) Math.max(candidate, 1), hits / (double) Math.max(reference, 1));
  }

  /** Overlap of two multisets: every item counts as often as it stands in both. */
  public static Overlap ofBags(List<String> reference, List<String> candidate) {
    return of(common(counts(reference), counts(candidate)), candidate.size(), reference.size());
  }

  /** Harmonic mean of precision and recall, 0 when both are 0. */
  public double f1() {
    return f(1);
  }

  /**
   * F with recall weighted {@code beta} times as much as precision: (1 + β²)RP / (R + β²P), 0 when
   * both are 0.
   */
  public double f(double beta) {
    double squared = beta * beta;
    return precision + recall == 0
        ? 0
        : (1 + squared) * recall * precision / (recall + squared * precision);
  }

  /** The one with the highest F1, the first of several; throws for none. */
  public static Overlap best(List<Overlap> overlaps) {
    Overlap best = overlaps.get(0);
    for (Overlap overlap : overlaps) {
      best = overlap.f1() > best.f1() ? overlap : best;
    }
    return best;
  }

  /** Mean F1; throws for none. */
  public static double meanF1(List<Overlap> overlaps) {
    return overlaps.stream().mapToDouble(Overlap::f1).average().orElseThrow();
  }

  static <T> Map<T, Integer> counts(List<T> items) {
    Map<T, Integer> counts = new HashMap<>();
    items.forEach(item -> counts.merge(item, 1, Integer::sum));
    return counts;
  }

  static <T> long common(Map<T, Integer> left, Map<T, Integer> right) {
    long common = 0;
    for (Map.Entry<T, Integer> entry : left.entrySet()) {
      common += Math.min(entry.getValue(), right.getOrDefault(entry.getKey(), 0));
    }
    return common;
  }
}
