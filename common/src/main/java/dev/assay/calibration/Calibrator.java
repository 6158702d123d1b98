package dev.assay.calibration;

import java.io.Serializable;
import java.util.List;

/** A way of learning a {@link ProbabilityMap}. */
public interface Calibrator extends Serializable {

  /** Fits the rows; the result does not depend on their order. */
  Fit fit(List<LabelledResponse> rows);

  /** What humans may say: 0 and 1 unless it says otherwise. */
  default LevelScale levels() {
    return LevelScale.BINARY;
  }

  /** The same way for a metric of this scale; itself where the scale does not matter. */
  default Calibrator on(Scale scale) {
    return this;
  }
}
