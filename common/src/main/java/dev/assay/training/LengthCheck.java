package dev.assay.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.stats.Cohort;
import dev.assay.stats.Interval;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;

/**
 * Whether scores rank texts by how long they are: their rank correlation with length, and how they
 * rank a supported text and another one of the same length.
 */
final class LengthCheck {
  /** How many times as long the longer of two texts of the same length is at most. */
  static final double SAME = 1.1;

  private static final double Z = 1.959964;
  private static final String METHOD = "linearised by group";

  private LengthCheck() {}

  static void put(ObjectNode into, double[] scores, double[] lengths, Cohort cohort) {
    double correlation = new SpearmansCorrelation().correlation(scores, lengths);
    if (Double.isFinite(correlation)) {
      into.put("spearman_with_length", Figures.of(correlation));
    }
    Interval matched = area(scores, lengths, cohort);
    if (matched.n() > 0) {
      ObjectNode area = into.putObject("auroc_at_the_same_length");
      Figures.put(area, "estimate", matched);
      area.put("pairs", matched.n());
    }
  }

  /**
   * The chance that of two texts of the same length the supported one has the higher score, ties
   * counting half. The variance is that of the linearised ratio, by group; n counts pairs.
   */
  static Interval area(double[] scores, double[] lengths, Cohort cohort) {
    int[] labels = cohort.labels();
    Map<String, Double> won = new HashMap<>();
    Map<String, Double> pairs = new HashMap<>();
    double wins = 0;
    int count = 0;
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores.length; j++) {
        boolean same = Math.max(lengths[i], lengths[j]) <= SAME * Math.min(lengths[i], lengths[j]);
        if (labels[i] == 1 && labels[j] == 0 && same) {
          double win = (Math.signum(scores[i] - scores[j]) + 1) / 2;
          wins += win;
          count++;
          for (int row : new int[] {i, j}) {
            won.merge(cohort.groups()[row], win, Double::sum);
            pairs.merge(cohort.groups()[row], 1.0, Double::sum);
          }
        }
      }
    }
    if (count == 0 || pairs.size() < 2) {
      return Interval.without(count == 0 ? 0 : wins / count, "too few pairs", count, pairs.size());
    }
    double area = wins / count;
    double squares = 0;
    for (String group : pairs.keySet()) {
      double influence = (won.get(group) - area * pairs.get(group)) / count;
      squares += influence * influence;
    }
    double half = Z * Math.sqrt(squares * pairs.size() / (pairs.size() - 1));
    return Interval.of(
        area, Math.max(0, area - half), Math.min(1, area + half), METHOD, count, pairs.size());
  }
}
