package dev.assay.stats.sampling;

import dev.assay.stats.Deviates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Where the next labels tell the most about the mean label of all responses: each goes to the
 * stratum in which it lowers the variance Σ W² S² / n most (Neyman's allocation, reached label by
 * label, so that strata which have too many already get none).
 *
 * @param strata in the order given
 * @param width of the interval to expect with the labels there are and the planned ones
 * @param widthNow the same with the labels there are; infinite where some stratum has none
 */
public record LabelPlan(List<Planned> strata, double width, double widthNow) {

  /**
   * A stratum before planning.
   *
   * @param id its name
   * @param weight its share of the population, in [0, 1]
   * @param deviation of a label around its prediction, at least 0
   * @param responses how many there are
   * @param labels how many of them have a label
   */
  public record Stratum(String id, double weight, double deviation, long responses, long labels) {}

  /**
   * A stratum with its share of the next labels.
   *
   * @param stratum as given
   * @param next labels to come from it
   */
  public record Planned(Stratum stratum, long next) {}

  /**
   * Plans {@code wanted} labels; fewer where there are not so many responses without one.
   *
   * @param predictionVariance of the mean prediction, which no label lowers
   * @param level of the interval
   */
  public static LabelPlan of(
      List<Stratum> strata, int wanted, double predictionVariance, double level) {
    long[] next = new long[strata.size()];
    PriorityQueue<Integer> queue =
        new PriorityQueue<>(
            Comparator.<Integer>comparingDouble(i -> -gain(strata.get(i), next[i]))
                .thenComparing(i -> strata.get(i).id()));
    for (int i = 0; i < next.length; i++) {
      if (strata.get(i).labels() < strata.get(i).responses()) {
        queue.add(i);
      }
    }
    for (int label = 0; label < wanted && !queue.isEmpty(); label++) {
      int best = queue.remove();
      next[best]++;
      if (strata.get(best).labels() + next[best] < strata.get(best).responses()) {
        queue.add(best);
      }
    }
    List<Planned> planned = new ArrayList<>();
    double now = predictionVariance;
    double then = predictionVariance;
    for (int i = 0; i < next.length; i++) {
      planned.add(new Planned(strata.get(i), next[i]));
      now += variance(strata.get(i), 0);
      then += variance(strata.get(i), next[i]);
    }
    double z = Deviates.normal((1 + level) / 2);
    return new LabelPlan(planned, 2 * z * Math.sqrt(then), 2 * z * Math.sqrt(now));
  }

  /** How much one more label lowers the variance; the first is worth more than any second. */
  private static double gain(Stratum stratum, long next) {
    double scale = Math.pow(stratum.weight() * stratum.deviation(), 2);
    double n = stratum.labels() + next;
    return n == 0 ? 2 * scale : scale / (n * (n + 1));
  }

  private static double variance(Stratum stratum, long next) {
    double scale = Math.pow(stratum.weight() * stratum.deviation(), 2);
    return scale == 0 ? 0 : scale / (stratum.labels() + next);
  }
}
