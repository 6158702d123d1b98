package dev.assay.conformal;

import dev.assay.calibration.BestCalibrator;
import dev.assay.calibration.Calibrator;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LogisticCalibrator;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * The way from labelled scores to the probability that a response passes, as prediction of what
 * humans would say: that of the calibration (where its method is chosen, it is chosen anew without
 * each fold), and logistic regression where that has no fit without some fold. Any of them is
 * right, the better one gives the narrower interval.
 *
 * @param calibrator that of the calibration
 */
public record HumanFit(Calibrator calibrator) implements Serializable {
  /**
   * With more labelled responses the choice between methods gains nothing, and logistic is taken.
   */
  private static final int MOST_CHOSEN = 20_000;

  /** Predictions of labelled rows come from the other folds; empty where some fold has no fit. */
  public Optional<CrossFit> crossFit(List<LabelledResponse> rows, int folds, long seed) {
    Calibrator quick =
        others ->
            calibrator instanceof BestCalibrator && others.size() > MOST_CHOSEN
                ? new LogisticCalibrator().fit(others)
                : calibrator.fit(others);
    boolean joint = rows.stream().anyMatch(row -> row.scores().size() > 1);
    return CrossFit.fit(quick, rows, folds, seed)
        .or(
            () ->
                joint
                    ? Optional.empty()
                    : CrossFit.fit(
                        new LogisticCalibrator(),
                        rows.stream().map(row -> row.passed(calibrator.levels())).toList(),
                        folds,
                        seed));
  }
}
