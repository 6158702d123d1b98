package dev.assay.calibration.thresholds;

import dev.assay.base.Logistic;
import dev.assay.calibration.Fit;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.LogisticRegression;
import dev.assay.calibration.ScoreTable;
import dev.assay.calibration.thresholds.ThresholdRule.Choice;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * The score from which on the probability that a human passes stays at or above the confidence, by
 * a fitted curve, within the scores that occur.
 */
final class CurveThresholds {
  private static final int STEPS = 2000;
  private static final int HALVINGS = 60;
  private static final int KNOTS = 5;
  private static final double RIDGE = 1;

  private CurveThresholds() {}

  /** Platt scaling; a straight line may be followed beyond the scores that occur. */
  static DoubleFunction<Choice> logistic(ScoreTable table) {
    if (!(new LogisticCalibrator().fit(table) instanceof Fit.Fitted fit)) {
      return confidence -> Choice.none("the logistic fit is degenerate");
    }
    LogisticMap map = (LogisticMap) fit.map();
    return confidence ->
        map.slope() > 0
            ? Choice.at((Logistic.logit(confidence) - map.intercept()) / map.slope())
            : Choice.none("the probability does not rise with the score");
  }

  /** Logistic regression on the score, its square and its cube. */
  static DoubleFunction<Choice> polynomial(ScoreTable table) {
    double[] moments = table.moments();
    double mean = moments[0];
    double scale = moments[1];
    return curve(
        table,
        score -> {
          double x = (score - mean) / scale;
          return new double[] {1, x, x * x, x * x * x};
        },
        0);
  }

  /**
   * A generalised additive model of one score: cubic B-splines over {@value #KNOTS} even knots,
   * ridge penalty {@value #RIDGE} on all coefficients but the intercept.
   */
  static DoubleFunction<Choice> spline(ScoreTable table) {
    CubicSpline spline = new CubicSpline(table.score(0), table.score(table.size() - 1), KNOTS);
    return curve(table, spline::basis, RIDGE / table.total());
  }

  private interface Features {
    double[] of(double score);
  }

  private static DoubleFunction<Choice> curve(ScoreTable table, Features features, double ridge) {
    double[][] rows = new double[table.size()][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = features.of(table.score(i));
    }
    double[] penalty = new double[rows[0].length];
    Arrays.fill(penalty, 1, penalty.length, ridge);
    Optional<double[]> fit = LogisticRegression.fit(table, rows, penalty);
    if (fit.isEmpty()) {
      return confidence ->
          Choice.none("the fit did not converge: separable labels or too few scores");
    }
    double[] coefficients = fit.get();
    DoubleUnaryOperator pass =
        score -> Logistic.sigmoid(LogisticRegression.logit(coefficients, features.of(score)));
    return confidence -> lastRise(table, confidence, pass);
  }

  /** From the top down: where the curve first falls below the confidence. */
  private static Choice lastRise(ScoreTable table, double confidence, DoubleUnaryOperator curve) {
    double least = table.score(0);
    double width = table.score(table.size() - 1) - least;
    if (curve.applyAsDouble(least + width) < confidence) {
      return Choice.none("the probability at the highest score is below the confidence");
    }
    for (int i = STEPS - 1; i >= 0; i--) {
      double low = least + width * i / STEPS;
      if (curve.applyAsDouble(low) < confidence) {
        double high = least + width * (i + 1) / STEPS;
        for (int h = 0; h < HALVINGS; h++) {
          double middle = (low + high) / 2;
          if (curve.applyAsDouble(middle) < confidence) {
            low = middle;
          } else {
            high = middle;
          }
        }
        return Choice.at(high);
      }
    }
    return Choice.at(least);
  }
}
