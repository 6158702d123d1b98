package dev.assay.calibration;

import java.util.List;

/** A way of learning a {@link ProbabilityMap}. */
public interface Calibrator {

  /** Fits the rows; the result does not depend on their order. */
  Fit fit(List<LabelledScore> rows);
}
