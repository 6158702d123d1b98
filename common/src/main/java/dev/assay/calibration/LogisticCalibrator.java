package dev.assay.calibration;

import dev.assay.stats.Newton;

/**
 * Platt scaling: logistic regression of the label on the score, with Platt's smoothed targets (N₁ +
 * 1)/(N₁ + 2) and 1/(N₀ + 2) in place of 1 and 0, N the weight of each label (Platt 1999). The
 * smoothing keeps the fit finite when the labels are separable.
 *
 * <p>{@link Newton}'s method with backtracking on standardised scores (Lin, Lin and Weng 2007, A
 * Note on Platt's Probabilistic Outputs). The sign of the slope is not constrained: a metric that
 * works the wrong way round must show.
 */
public record LogisticCalibrator() implements TableCalibrator {

  @Override
  public Fit fit(ScoreTable table) {
    String degeneracy = table.degeneracy();
    if (!degeneracy.isEmpty()) {
      return new Fit.Degenerate(degeneracy);
    }
    double mean = table.moments()[0];
    double scale = table.moments()[1];
    if (!(scale > 0) || !Double.isFinite(scale)) {
      return new Fit.Degenerate("the scores are too close together or too large to fit");
    }
    double start = Math.log((table.total(1) + 1) / (table.total(0) + 1));
    return PlattSample.of(table, mean, scale)
        .curve(start, 0)
        .<Fit>map(
            curve -> {
              double slope = curve[1] / scale;
              return new Fit.Fitted(new LogisticMap(curve[0] - slope * mean, slope));
            })
        .orElse(new Fit.Degenerate("the logistic fit did not converge"));
  }
}
