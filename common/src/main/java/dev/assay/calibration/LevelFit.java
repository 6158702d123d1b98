package dev.assay.calibration;

/** What a calibrator of several levels makes of a table: a map, or why there is none. */
public sealed interface LevelFit {

  /** A fitted map. */
  record Fitted(LevelMap map) implements LevelFit {}

  /** No map, and a sentence that says why. */
  record Degenerate(String reason) implements LevelFit {}
}
