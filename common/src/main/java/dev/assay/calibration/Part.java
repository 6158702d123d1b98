package dev.assay.calibration;

import dev.assay.base.Identified;

/** What a labelled group is used for; no group has two uses. Stored in {@code labels.split}. */
public enum Part implements Identified {
  /** Fits the probability map. */
  TRAIN,
  /** Gives the conformal quantile. */
  CONFORMAL,
  /** Checks the coverage. */
  TEST
}
