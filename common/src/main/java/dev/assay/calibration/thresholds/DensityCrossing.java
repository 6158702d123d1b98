package dev.assay.calibration.thresholds;

import dev.assay.calibration.ScoreTable;
import dev.assay.calibration.thresholds.ThresholdRule.Choice;
import java.util.Arrays;
import org.apache.commons.math3.analysis.solvers.BrentSolver;

/**
 * Where the kernel densities of passed and failed scores cross (seed 004, "mid-point"): Gaussian
 * kernels, Scott's bandwidth, both classes counting alike. Sought between the two means; of several
 * crossings the one nearest to their middle.
 */
final class DensityCrossing {
  private static final int STEPS = 256;
  private static final double PRECISION = 1e-12;
  private static final int EVALUATIONS = 1000;

  /** Bandwidths from which on a kernel is below 2e-17 of its height. */
  private static final double REACH = 8.8;

  private final double[] scores;
  private final double[] weights;
  private final double mean;
  private final double bandwidth;

  private DensityCrossing(ScoreTable table, int label) {
    int n = table.size();
    scores = new double[n];
    weights = new double[n];
    double total = table.total(label);
    double average = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      scores[i] = table.score(i);
      weights[i] = table.weight(label, i) / total;
      average += weights[i] * scores[i];
      squares += weights[i] * weights[i] / Math.max(1, table.weight(label, i));
    }
    double variance = 0;
    for (int i = 0; i < n; i++) {
      variance += weights[i] * (scores[i] - average) * (scores[i] - average);
    }
    mean = average;
    // Rows of weight 1: n rows at one score enter the sum of squared weights as n · (1/N)².
    bandwidth = Math.sqrt(variance / (1 - squares)) * Math.pow(squares, .2);
  }

  static Choice of(ScoreTable table) {
    DensityCrossing failed = new DensityCrossing(table, 0);
    DensityCrossing passed = new DensityCrossing(table, 1);
    if (!(failed.bandwidth > 0) || !(passed.bandwidth > 0)) {
      return Choice.none("the passed or the failed all have one score");
    }
    if (!(failed.mean < passed.mean)) {
      return Choice.none("passed responses do not score higher on average");
    }
    double width = passed.mean - failed.mean;
    double middle = failed.mean + width / 2;
    double nearest = Double.NaN;
    double left = failed.mean;
    double before = gain(failed, passed, left);
    for (int i = 1; i <= STEPS; i++) {
      double right = failed.mean + width * i / STEPS;
      double after = gain(failed, passed, right);
      if (before <= 0 && after > 0) {
        double crossing =
            new BrentSolver(PRECISION, PRECISION)
                .solve(EVALUATIONS, x -> gain(failed, passed, x), left, right);
        if (Double.isNaN(nearest) || Math.abs(crossing - middle) < Math.abs(nearest - middle)) {
          nearest = crossing;
        }
      }
      left = right;
      before = after;
    }
    return Double.isNaN(nearest)
        ? Choice.none("the densities do not cross between the means")
        : Choice.at(nearest);
  }

  private static double gain(DensityCrossing failed, DensityCrossing passed, double x) {
    return passed.density(x) - failed.density(x);
  }

  private double density(double x) {
    double sum = 0;
    int from = place(x - REACH * bandwidth);
    int to = place(x + REACH * bandwidth);
    for (int i = from; i < to; i++) {
      if (weights[i] > 0) {
        double z = (x - scores[i]) / bandwidth;
        sum += weights[i] * Math.exp(-z * z / 2);
      }
    }
    return sum / bandwidth;
  }

  /** How many scores are below {@code x}. */
  private int place(double x) {
    int found = Arrays.binarySearch(scores, x);
    return found < 0 ? -found - 1 : found;
  }
}
