package dev.assay.stats;

import java.util.Arrays;
import java.util.Comparator;

/** Scores sorted once, so that every reweighting of their groups costs one pass. */
final class RankedScores {
  private final double[] scores;
  private final int[] labels;
  private final double[] weights;
  private final int[] groups;

  /**
   * {@code groupOfRow} numbers the groups; ties are ordered by label and weight for stable sums.
   */
  RankedScores(double[] values, Cohort cohort, int[] groupOfRow) {
    if (values.length != cohort.size()) {
      throw new IllegalArgumentException(
          "%d scores for %d labelled rows".formatted(values.length, cohort.size()));
    }
    int[] order = Ascending.order(values);
    orderTies(
        order,
        values,
        Comparator.<Integer>comparingInt(i -> cohort.labels()[i])
            .thenComparingInt(i -> groupOfRow[i])
            .thenComparingDouble(i -> cohort.weights()[i]));
    scores = Arrays.stream(order).mapToDouble(i -> values[i]).toArray();
    labels = Arrays.stream(order).map(i -> cohort.labels()[i]).toArray();
    weights = Arrays.stream(order).mapToDouble(i -> cohort.weights()[i]).toArray();
    groups = Arrays.stream(order).map(i -> groupOfRow[i]).toArray();
    for (double score : scores) {
      if (!Double.isFinite(score)) {
        throw new IllegalArgumentException("A score must be finite, got " + score);
      }
    }
  }

  private static void orderTies(int[] order, double[] values, Comparator<Integer> ties) {
    for (int from = 0; from < order.length; ) {
      int to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      if (to > from + 1) {
        int[] tied = Arrays.copyOfRange(order, from, to);
        int[] sorted = Arrays.stream(tied).boxed().sorted(ties).mapToInt(i -> i).toArray();
        System.arraycopy(sorted, 0, order, from, sorted.length);
      }
      from = to;
    }
  }

  /** The weighted AUROC with each group's weight multiplied; NaN when a class has no weight. */
  double auroc(double[] factors) {
    double positives = 0;
    double negatives = 0;
    double wins = 0;
    int i = 0;
    while (i < scores.length) {
      double tiedPositives = 0;
      double tiedNegatives = 0;
      double score = scores[i];
      for (; i < scores.length && scores[i] == score; i++) {
        double weight = weights[i] * factors[groups[i]];
        tiedPositives += labels[i] == 1 ? weight : 0;
        tiedNegatives += labels[i] == 0 ? weight : 0;
      }
      wins += tiedPositives * (negatives + tiedNegatives / 2);
      positives += tiedPositives;
      negatives += tiedNegatives;
    }
    return positives > 0 && negatives > 0 ? wins / (positives * negatives) : Double.NaN;
  }
}
