package dev.assay.calibration;

import dev.assay.base.Logistic;
import dev.assay.stats.Newton;
import java.util.ArrayList;
import java.util.List;

/**
 * Multinomial logistic regression of the level on the score, by maximum likelihood: for nominal
 * labels. Two levels give unsmoothed logistic regression.
 */
final class MultinomialCalibrator {
  private MultinomialCalibrator() {}

  /** Of a table in which every level occurs. */
  static Fit fit(ScoreTable table, LevelScale scale) {
    double[] moments = table.moments();
    int k = table.levels() - 1;
    double[] start = new double[2 * k];
    for (int level = 1; level <= k; level++) {
      start[2 * level - 2] = Math.log(table.total(level) / table.total(0));
    }
    return Newton.minimum(new Loss(table, moments[0], moments[1]), start)
        .<Fit>map(
            at -> {
              List<Double> intercepts = new ArrayList<>();
              List<Double> slopes = new ArrayList<>();
              for (int j = 0; j < k; j++) {
                double slope = at[2 * j + 1] / moments[1];
                slopes.add(slope);
                intercepts.add(at[2 * j] - slope * moments[0]);
              }
              return new Fit.Fitted(new MultinomialMap(scale, intercepts, slopes));
            })
        .orElse(new Fit.Degenerate("the multinomial fit did not converge: separable labels"));
  }

  private record Loss(ScoreTable table, double mean, double scale) implements Newton.Loss {

    /** The logits at {@code x}, written into {@code logits}. */
    private static double[] logits(double[] at, double x, double[] logits) {
      for (int level = 1; level < logits.length; level++) {
        logits[level] = at[2 * level - 2] + at[2 * level - 1] * x;
      }
      return logits;
    }

    @Override
    public double value(double[] at, double[] gradient, double[][] hessian) {
      double total = table.total();
      double loss = 0;
      double[] x = {1, 0};
      double[] logits = new double[table.levels()];
      for (int i = 0; i < table.size(); i++) {
        x[1] = (table.score(i) - mean) / scale;
        double[] p = Logistic.softmax(logits(at, x[1], logits));
        double weight = table.weight(i) / total;
        for (int level = 0; level < p.length; level++) {
          double own = table.weight(level, i) / total;
          loss -= own == 0 ? 0 : own * Math.log(p[level]);
        }
        for (int a = 0; a < at.length; a++) {
          int level = a / 2 + 1;
          gradient[a] += (weight * p[level] - table.weight(level, i) / total) * x[a % 2];
          for (int b = 0; b <= a; b++) {
            int other = b / 2 + 1;
            double cross = p[level] * ((level == other ? 1 : 0) - p[other]);
            hessian[a][b] += weight * cross * x[a % 2] * x[b % 2];
          }
        }
      }
      return loss;
    }
  }
}
