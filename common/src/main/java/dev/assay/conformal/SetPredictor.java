package dev.assay.conformal;

import dev.assay.calibration.PredictionSet;
import java.io.Serializable;

/** Sets that are no quantile of one map: each score is judged against the labelled rows. */
public sealed interface SetPredictor extends Serializable permits CrossConformal, FullConformal {

  /** The labels that cannot be ruled out at this score. */
  PredictionSet set(double score);
}
