package dev.assay.calibration;

import java.io.Serializable;

/** A way of learning a {@link LevelMap}. */
public interface LevelCalibrator extends Serializable {

  /** Fits a table of two or more levels. */
  LevelFit fit(ScoreTable table);
}
