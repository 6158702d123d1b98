package dev.assay.calibration;

import dev.assay.stats.LogisticLoss;
import dev.assay.stats.Newton;
import java.util.Optional;

/**
 * Standardised scores with Platt's smoothed targets. Many scores are first pooled into {@value
 * #COARSE} for a start near the maximum, from which two or three passes over all of them are left.
 */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record PlattSample(double[] scores, double[] targets, double[] weights) {
  private static final int COARSE = 1024;
  private static final int MANY = 16 * COARSE;

  static PlattSample of(ScoreTable table, double mean, double scale) {
    int n = table.size();
    double negatives = table.total(0);
    double positives = table.total(1);
    double[] target = targets(negatives, positives);
    double[] scores = new double[n];
    double[] targets = new double[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      scores[i] = (table.score(i) - mean) / scale;
      weights[i] = table.weight(i) / (negatives + positives);
      targets[i] =
          (table.weight(1, i) * target[1] + table.weight(0, i) * target[0]) / table.weight(i);
    }
    return new PlattSample(scores, targets, weights);
  }

  /**
   * What stands for the labels 0 and 1 in a fit: 1/(N₀ + 2) and (N₁ + 1)/(N₁ + 2), the means of a
   * uniform prior and so many of either label.
   *
   * @param negatives the weight of label 0
   * @param positives that of label 1
   */
  static double[] targets(double negatives, double positives) {
    return new double[] {1 / (negatives + 2), (positives + 1) / (positives + 2)};
  }

  /** Intercept and slope of the likeliest curve; empty where none was found. */
  Optional<double[]> curve(double... start) {
    double[] near = scores.length < MANY ? start : pooled().curve(start).orElse(start);
    LogisticLoss loss =
        new LogisticLoss(
            (i, x) -> {
              x[0] = 1;
              x[1] = scores[i];
            },
            targets,
            weights,
            new double[2]);
    return Newton.minimum(loss, near);
  }

  /** Runs of neighbouring scores, as many of each, replaced by their means. */
  private PlattSample pooled() {
    PlattSample coarse =
        new PlattSample(new double[COARSE], new double[COARSE], new double[COARSE]);
    int n = scores.length;
    for (int i = 0; i < n; i++) {
      int run = (int) ((long) i * COARSE / n);
      coarse.weights[run] += weights[i];
      coarse.scores[run] += weights[i] * scores[i];
      coarse.targets[run] += weights[i] * targets[i];
    }
    for (int run = 0; run < COARSE; run++) {
      coarse.scores[run] /= coarse.weights[run];
      coarse.targets[run] /= coarse.weights[run];
    }
    return coarse;
  }
}
