package dev.assay.conformal;

import dev.assay.base.Identified;
import java.util.Locale;

/** Whether decisions may rest on a calibration. Stored in {@code calibrations.status}. */
public enum CalibrationStatus implements Identified {
  /** Fitted, fit for use, coverage held. */
  OK("Fit for decisions"),
  /** Fitted, but nothing may be automated on it; the reason says why. */
  UNFIT("Unfit: no decision rests on it"),
  /** Too few labelled groups for one of the steps. */
  TOO_FEW("Too few labels: not fitted"),
  /** The data allow no fit: one label only, or one score only. */
  DEGENERATE("Degenerate: not fitted");

  private final String words;

  CalibrationStatus(String words) {
    this.words = words;
  }

  /** What the page and the terminal say of it. */
  public String words() {
    return words;
  }

  /** The status stored as {@code id}; throws {@link IllegalArgumentException} on any other text. */
  public static CalibrationStatus of(String id) {
    return valueOf(id.toUpperCase(Locale.ROOT));
  }
}
