package dev.assay.calibration;

/** What a calibrator makes of its training rows: a map, or why there is none. */
public sealed interface Fit {

  /** A fitted map. */
  record Fitted(ProbabilityMap map) implements Fit {}

  /** No map, and a sentence that says why. */
  record Degenerate(String reason) implements Fit {}
}
