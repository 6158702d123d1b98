package dev.assay.calibration;

import java.util.Locale;

/** What a labelled group is used for; no group has two uses. */
public enum Part {
  /** Fits the probability map. */
  TRAIN,
  /** Gives the conformal quantile. */
  CONFORMAL,
  /** Checks the coverage. */
  TEST;

  /** Lower-case name, as stored in {@code labels.split}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
