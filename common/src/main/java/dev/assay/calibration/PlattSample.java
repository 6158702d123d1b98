package dev.assay.calibration;

import dev.assay.stats.LogisticLoss;
import java.util.Optional;

/** Standardised scores, ascending, with Platt's smoothed targets. */
@SuppressWarnings("ArrayRecordComponent") // columns of a table, never compared
record PlattSample(double[] scores, double[] targets, double[] weights) {
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
    return new LogisticLoss(
            (i, x) -> {
              x[0] = 1;
              x[1] = scores[i];
            },
            targets,
            weights,
            new double[2])
        .minimum(start);
  }
}
