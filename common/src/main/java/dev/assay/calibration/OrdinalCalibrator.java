package dev.assay.calibration;

import dev.assay.base.Logistic;
import dev.assay.stats.Newton;
import java.util.ArrayList;
import java.util.Arrays;
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
      Curves curves = new Curves(k);
      double[] slope = new double[k + 1];
      for (int i = 0; i < table.size(); i++) {
        double x = (table.score(i) - mean) / scale;
        curves.draw(at, x);
        double weight = table.weight(i) / total;
        for (int level = 0; level <= k; level++) {
          curves.slopes(level, x, slope);
          double p = curves.probability(level);
          double own = table.weight(level, i) / total;
          loss -= own == 0 ? 0 : own * Math.log(p);
          // A level's chance goes by the cuts below and above it, and by the slope.
          for (int a = Math.max(0, level - 1); a <= k; a++) {
            gradient[a] -= own == 0 || slope[a] == 0 ? 0 : own * slope[a] / p;
            for (int b = Math.max(0, level - 1); b <= a && slope[a] != 0; b++) {
              double product = slope[a] * slope[b]; // 0 before p is, where both are tiny
              information[a][b] += product == 0 ? 0 : weight * product / p;
            }
          }
        }
      }
      return loss;
    }
  }

  /** The chances of lying below and above each cut at one score, of which all else is made. */
  private static final class Curves {
    private final int cuts;
    private final double[] below;
    private final double[] above;

    Curves(int cuts) {
      this.cuts = cuts;
      this.below = new double[cuts];
      this.above = new double[cuts];
    }

    void draw(double[] at, double x) {
      double shift = at[cuts] * x;
      for (int j = 0; j < cuts; j++) {
        below[j] = Logistic.sigmoid(at[j] - shift);
        above[j] = Logistic.sigmoid(shift - at[j]);
      }
    }

    /** On the side where both are small, as {@link OrdinalMap} has it. */
    double probability(int level) {
      boolean upper = level > 0 && below[level - 1] > above[level - 1];
      return upper
          ? above[level - 1] - (level < cuts ? above[level] : 0)
          : (level < cuts ? below[level] : 1) - (level > 0 ? below[level - 1] : 0);
    }

    /** Fills in the derivative of a level's probability by each cut and by the slope. */
    void slopes(int level, double x, double[] slope) {
      Arrays.fill(slope, 0);
      if (level < cuts) {
        double density = below[level] * above[level];
        slope[level] = density;
        slope[cuts] -= density * x;
      }
      if (level > 0) {
        double density = below[level - 1] * above[level - 1];
        slope[level - 1] = -density;
        slope[cuts] += density * x;
      }
    }
  }
}
