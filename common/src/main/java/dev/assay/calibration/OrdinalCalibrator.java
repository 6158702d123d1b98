package dev.assay.calibration;

import dev.assay.base.Logistic;
import dev.assay.stats.Newton;
import java.util.ArrayList;
import java.util.List;

/**
 * Ordinal regression with proportional odds (McCullagh 1980) by maximum likelihood, Fisher scoring.
 */
final class OrdinalCalibrator {
  private OrdinalCalibrator() {}

  /** Of a table in which every level occurs. */
  static Fit fit(ScoreTable table, LevelScale scale) {
    double[] moments = table.moments();
    int k = table.levels() - 1;
    double[] start = new double[k + 1];
    double below = 0;
    for (int level = 0; level < k; level++) {
      below += table.total(level) / table.total();
      start[level] = Logistic.logit(below);
    }
    return Newton.minimum(new Loss(table, moments[0], moments[1]), start)
        .<Fit>map(
            at -> {
              double slope = at[k] / moments[1];
              List<Double> cuts = new ArrayList<>();
              for (int j = 0; j < k; j++) {
                cuts.add(at[j] + slope * moments[0]);
              }
              return new Fit.Fitted(new OrdinalMap(scale, cuts, slope));
            })
        .orElse(new Fit.Degenerate("the ordinal fit did not converge: separable labels"));
  }

  private record Loss(ScoreTable table, double mean, double scale) implements Newton.Loss {

    private double[] probabilities(double[] at, double x) {
      return OrdinalMap.probabilities(
          java.util.Arrays.copyOf(at, at.length - 1), at[at.length - 1] * x);
    }

    @Override
    public double value(double[] at, double[] gradient, double[][] information) {
      for (int j = 1; j < at.length - 1; j++) {
        if (!(at[j - 1] < at[j])) {
          return Double.POSITIVE_INFINITY;
        }
      }
      double total = table.total();
      double loss = 0;
      int k = at.length - 1;
      for (int i = 0; i < table.size(); i++) {
        double x = (table.score(i) - mean) / scale;
        double[] p = probabilities(at, x);
        double weight = table.weight(i) / total;
        for (int level = 0; level <= k; level++) {
          double[] slope = slopes(at, x, level);
          double own = table.weight(level, i) / total;
          loss -= own == 0 ? 0 : own * Math.log(p[level]);
          for (int a = 0; a <= k; a++) {
            gradient[a] -= own == 0 || slope[a] == 0 ? 0 : own * slope[a] / p[level];
            for (int b = 0; b <= a; b++) {
              double product = slope[a] * slope[b];
              information[a][b] += product == 0 ? 0 : weight * product / p[level];
            }
          }
        }
      }
      return loss;
    }

    /** The derivative of P(level) by each cut and by the slope. */
    private static double[] slopes(double[] at, double x, int level) {
      int k = at.length - 1;
      double[] slope = new double[k + 1];
      if (level < k) {
        double density = density(at[level] - at[k] * x);
        slope[level] = density;
        slope[k] -= density * x;
      }
      if (level > 0) {
        double density = density(at[level - 1] - at[k] * x);
        slope[level - 1] = -density;
        slope[k] += density * x;
      }
      return slope;
    }

    private static double density(double logit) {
      return Logistic.sigmoid(logit) * Logistic.sigmoid(-logit);
    }
  }
}
