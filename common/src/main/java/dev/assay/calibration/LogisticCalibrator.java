package dev.assay.calibration;

import java.util.List;

/**
 * Platt scaling: logistic regression of the label on the score, with Platt's smoothed targets (N₁ +
 * 1)/(N₁ + 2) and 1/(N₀ + 2) in place of 1 and 0, N the weight of each label (Platt 1999). The
 * smoothing keeps the fit finite when the labels are separable.
 *
 * <p>Newton's method with backtracking on standardised scores (Lin, Lin and Weng 2007, A Note on
 * Platt's Probabilistic Outputs), a ridge of 1e-12 on the Hessian. The sign of the slope is not
 * constrained: a metric that works the wrong way round must show.
 */
public record LogisticCalibrator() implements Calibrator {

  @Override
  public Fit fit(List<LabelledScore> rows) {
    double[] weight = new double[2];
    rows.forEach(row -> weight[row.label()] += row.weight());
    if (weight[0] == 0 || weight[1] == 0) {
      return new Fit.Degenerate(
          rows.isEmpty() ? "no labelled row" : "every label is " + rows.get(0).label());
    }
    List<LabelledScore> ordered = rows.stream().sorted(LabelledScore.ORDER).toList();
    double total = weight[0] + weight[1];
    double mean = 0;
    for (LabelledScore row : ordered) {
      mean += row.score() * (row.weight() / total);
    }
    double variance = 0;
    for (LabelledScore row : ordered) {
      variance += (row.score() - mean) * (row.score() - mean) * (row.weight() / total);
    }
    double scale = Math.sqrt(variance);
    if (ordered.stream().mapToDouble(LabelledScore::score).distinct().count() == 1) {
      return new Fit.Degenerate("every score is " + ordered.get(0).score());
    }
    if (!(scale > 0) || !Double.isFinite(scale)) {
      return new Fit.Degenerate("the scores are too close together or too large to fit");
    }
    PlattLikelihood likelihood = new PlattLikelihood(ordered, mean, scale, weight[0], weight[1]);
    double[] optimum = likelihood.maximise();
    if (!likelihood.converged()) {
      return new Fit.Degenerate("the logistic fit did not converge");
    }
    double slope = optimum[1] / scale;
    return new Fit.Fitted(new LogisticMap(optimum[0] - slope * mean, slope));
  }
}
