package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.Optional;

/**
 * Beta calibration with three parameters (Kull, Silva Filho and Flach 2017): logistic regression on
 * ln u and −ln(1 − u), a coefficient that comes out negative being left out and the other fitted
 * again. It needs a metric with two ends; separable labels have no fit.
 */
public record BetaCalibrator(Scale scale) implements TableCalibrator {

  /** Of scores in [0, 1], higher better. */
  public BetaCalibrator() {
    this(new Scale(Direction.UP, 0, 1));
  }

  @Override
  public Calibrator on(Scale metric) {
    return new BetaCalibrator(metric);
  }

  @Override
  public Fit fit(ScoreTable table) {
    String degeneracy = table.degeneracy();
    if (!degeneracy.isEmpty()) {
      return new Fit.Degenerate(degeneracy);
    }
    if (!scale.isBounded()) {
      return new Fit.Degenerate("beta calibration needs a metric with two finite ends");
    }
    boolean down = scale.direction() == Direction.DOWN;
    double bad = down ? scale.upper() : scale.lower();
    double good = down ? scale.lower() : scale.upper();
    double[][] logs = new double[table.size()][];
    for (int i = 0; i < logs.length; i++) {
      double u = BetaMap.place(table.score(i), bad, good);
      logs[i] = new double[] {Math.log(u), -Math.log1p(-u)};
    }
    return beta(table, logs)
        .<Fit>map(p -> new Fit.Fitted(new BetaMap(p[0], p[1], p[2], bad, good)))
        .orElse(new Fit.Degenerate("beta calibration did not converge: separable labels"));
  }

  private static Optional<double[]> beta(ScoreTable table, double[][] logs) {
    Optional<double[]> both = fit(table, logs, true, true);
    if (both.isEmpty() || both.get()[0] >= 0 && both.get()[1] >= 0) {
      return both;
    }
    boolean first = both.get()[0] >= 0;
    Optional<double[]> one = fit(table, logs, first, !first);
    if (one.isEmpty() || one.get()[0] >= 0 && one.get()[1] >= 0) {
      return one;
    }
    double share = table.total(1) / table.total();
    return Optional.of(new double[] {0, 0, Math.log(share / (1 - share))});
  }

  private static Optional<double[]> fit(
      ScoreTable table, double[][] logs, boolean first, boolean second) {
    double[][] features = new double[logs.length][];
    for (int i = 0; i < logs.length; i++) {
      features[i] =
          first && second
              ? new double[] {logs[i][0], logs[i][1], 1}
              : new double[] {logs[i][first ? 0 : 1], 1};
    }
    return LogisticRegression.fit(table, features, new double[features[0].length])
        .map(
            c -> {
              if (first && second) {
                return c;
              }
              return first ? new double[] {c[0], 0, c[1]} : new double[] {0, c[0], c[1]};
            });
  }
}
