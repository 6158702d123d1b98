package dev.assay.calibration;

import dev.assay.core.Direction;
import dev.assay.stats.LogisticLoss;

/**
 * Beta calibration with three parameters (Kull, Silva Filho and Flach 2017): the likeliest logistic
 * regression on ln u and −ln(1 − u) with coefficients of at least 0, so that the map never falls.
 * It needs a metric with two ends; labels that such a map separates have no fit, those that only a
 * falling one would separate have.
 */
public record BetaCalibrator(Scale scale) implements TableCalibrator {
  private static final int[] SIGNS = {1, 1, 0};

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
    double[][] features = new double[table.size()][];
    double[] targets = new double[table.size()];
    double[] weights = new double[table.size()];
    double total = table.total();
    for (int i = 0; i < features.length; i++) {
      double u = BetaMap.place(table.score(i), bad, good);
      features[i] = new double[] {Math.log(u), -Math.log1p(-u), 1};
      targets[i] = table.weight(1, i) / table.weight(i);
      weights[i] = table.weight(i) / total;
    }
    LogisticLoss loss =
        new LogisticLoss(
            LogisticLoss.Rows.of(features), targets, weights, new double[SIGNS.length], SIGNS);
    return loss.minimum(new double[SIGNS.length])
        .<Fit>map(at -> new Fit.Fitted(new BetaMap(at[0], at[1], at[2], bad, good)))
        .orElse(new Fit.Degenerate("beta calibration did not converge: separable labels"));
  }
}
