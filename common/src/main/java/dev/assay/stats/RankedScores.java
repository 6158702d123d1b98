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

  /** What each of {@code count} groups adds to the error of the area, where both labels are there. */
  DeLong errors(double area, int count) {
    double[] total = new double[2];
    for (int i = 0; i < scores.length; i++) {
      total[labels[i]] += weights[i];
    }
    double[][] parts = new double[2][count];
    boolean[][] has = new boolean[2][count];
    double[] below = new double[2];
    for (int from = 0; from < scores.length; ) {
      double[] tied = new double[2];
      int to = from;
      for (; to < scores.length && scores[to] == scores[from]; to++) {
        tied[labels[to]] += weights[to];
      }
      for (int i = from; i < to; i++) {
        int label = labels[i];
        int other = 1 - label;
        double beaten = (below[other] + tied[other] / 2) / total[other];
        double component = label == 1 ? beaten : 1 - beaten;
        parts[label][groups[i]] += weights[i] * (component - area) / total[label];
        has[label][groups[i]] = true;
      }
      below[0] += tied[0];
      below[1] += tied[1];
      from = to;
    }
    return new DeLong(parts, new int[] {count(has[0]), count(has[1])});
  }

  private static int count(boolean... flags) {
    int count = 0;
    for (boolean flag : flags) {
      count += flag ? 1 : 0;
    }
    return count;
  }
}
