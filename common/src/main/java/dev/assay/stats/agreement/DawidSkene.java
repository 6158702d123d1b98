package dev.assay.stats.agreement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the true levels probably are, given that annotators err each in their own way (Dawid and
 * Skene 1979): expectation maximisation from majority shares over the prevalence of levels and a
 * confusion matrix for every annotator.
 */
public final class DawidSkene {
  private static final int ITERATIONS = 10_000;
  private static final double TOLERANCE = 1e-10;

  private DawidSkene() {}

  /** The probability of each level by item, in the order of item ids. */
  public static TreeMap<String, double[]> posteriors(List<Rating> ratings, int levels) {
    RatingTable table = RatingTable.of(ratings, levels);
    double[][] posterior = new double[table.items()][];
    for (int i = 0; i < posterior.length; i++) {
      posterior[i] = table.counts(i);
      normalise(posterior[i]);
    }
    int steps = 0;
    while (steps < ITERATIONS && step(table, posterior) > TOLERANCE) {
      steps++;
    }
    List<String> items =
        new ArrayList<>(new TreeSet<>(ratings.stream().map(Rating::item).toList()));
    TreeMap<String, double[]> result = new TreeMap<>();
    for (int i = 0; i < posterior.length; i++) {
      result.put(items.get(i), posterior[i]);
    }
    return result;
  }

  /** One maximisation and one expectation; returns the largest change of a probability. */
  private static double step(RatingTable table, double[][] posterior) {
    int levels = table.levels();
    double[] prevalence = new double[levels];
    double[][][] confusion = new double[table.annotators()][levels][levels];
    for (int i = 0; i < posterior.length; i++) {
      for (int truth = 0; truth < levels; truth++) {
        prevalence[truth] += posterior[i][truth] / posterior.length;
        for (int annotator = 0; annotator < table.annotators(); annotator++) {
          int said = table.level()[i][annotator];
          if (said >= 0) {
            confusion[annotator][truth][said] += posterior[i][truth];
          }
        }
      }
    }
    for (double[][] annotator : confusion) {
      Arrays.stream(annotator).forEach(DawidSkene::normalise);
    }
    double change = 0;
    for (int i = 0; i < posterior.length; i++) {
      double[] joint = prevalence.clone();
      for (int truth = 0; truth < levels; truth++) {
        for (int annotator = 0; annotator < table.annotators(); annotator++) {
          int said = table.level()[i][annotator];
          joint[truth] *= said >= 0 ? confusion[annotator][truth][said] : 1;
        }
      }
      normalise(joint);
      for (int truth = 0; truth < levels; truth++) {
        change = Math.max(change, Math.abs(joint[truth] - posterior[i][truth]));
      }
      posterior[i] = joint;
    }
    return change;
  }

  /** Scales to a sum of 1 where there is any. */
  private static void normalise(double[] values) {
    double sum = Arrays.stream(values).sum();
    for (int i = 0; i < values.length && sum > 0; i++) {
      values[i] /= sum;
    }
  }
}
