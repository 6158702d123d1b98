package dev.assay.calibration;

import java.util.List;

/** A calibrator that needs no more of the rows than the weight of each label at each score. */
public interface TableCalibrator extends Calibrator {

  /** Fits a table of two levels. */
  Fit fit(ScoreTable table);

  @Override
  default Fit fit(List<LabelledResponse> rows) {
    return fit(ScoreTable.of(rows));
  }
}
