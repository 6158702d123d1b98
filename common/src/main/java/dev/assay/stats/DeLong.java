package dev.assay.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * The variance of an AUROC from its structural components (DeLong, DeLong and Clarke-Pearson 1988),
 * for independent rows of equal weight.
 *
 * @param components by row: for label 1 the share of the others that it beats, for label 0 the
 *     share of the others that beat it, ties half
 * @param labels of the rows
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record DeLong(double[] components, int[] labels) {

  static DeLong of(double[] scores, int[] labels) {
    int n = scores.length;
    int[] order = Ascending.order(scores);
    double[] total = new double[2];
    for (int label : labels) {
      total[label]++;
    }
    double[] components = new double[n];
    double[] below = new double[2];
    for (int from = 0; from < n; ) {
      double[] tied = new double[2];
      int to = from;
      for (; to < n && scores[order[to]] == scores[order[from]]; to++) {
        tied[labels[order[to]]]++;
      }
      for (int i = from; i < to; i++) {
        int row = order[i];
        int other = 1 - labels[row];
        double beaten = (below[other] + tied[other] / 2) / total[other];
        components[row] = labels[row] == 1 ? beaten : 1 - beaten;
      }
      below[0] += tied[0];
      below[1] += tied[1];
      from = to;
    }
    return new DeLong(components, labels);
  }

  /** The components of the difference of two scores on the same rows. */
  DeLong minus(DeLong other) {
    double[] differences = new double[components.length];
    Arrays.setAll(differences, i -> components[i] - other.components[i]);
    return new DeLong(differences, labels);
  }

  /** Empty where a label has fewer than two rows or nothing varies. */
  OptionalDouble standardError() {
    double variance = 0;
    for (int label = 0; label < 2; label++) {
      double n = 0;
      double sum = 0;
      for (int i = 0; i < labels.length; i++) {
        n += labels[i] == label ? 1 : 0;
        sum += labels[i] == label ? components[i] : 0;
      }
      double squares = 0;
      for (int i = 0; i < labels.length; i++) {
        double away = labels[i] == label ? components[i] - sum / n : 0;
        squares += away * away;
      }
      variance += squares / (n - 1) / n;
    }
    return variance > 1e-18 && Double.isFinite(variance)
        ? OptionalDouble.of(Math.sqrt(variance))
        : OptionalDouble.empty();
  }

  /**
   * Limits of an area strictly between 0 and 1, symmetric in log odds, so that they stay within.
   */
  static double[] limits(double area, double standardError, double level) {
    double odds = Math.log(area / (1 - area));
    double half = z(level) * standardError / (area * (1 - area));
    return new double[] {1 / (1 + Math.exp(half - odds)), 1 / (1 + Math.exp(-half - odds))};
  }

  static double z(double level) {
    return new NormalDistribution().inverseCumulativeProbability((1 + level) / 2);
  }
}
