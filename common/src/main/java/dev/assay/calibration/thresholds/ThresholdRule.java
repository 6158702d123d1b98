package dev.assay.calibration.thresholds;

import dev.assay.calibration.ScoreTable;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * A way of choosing the score from which on a response is accepted. Rules see scores turned so that
 * higher is better.
 */
interface ThresholdRule {

  /**
   * A threshold, or why there is none.
   *
   * @param threshold accept at or above it
   * @param reason empty exactly when there is one
   */
  record Choice(OptionalDouble threshold, String reason) {
    static Choice at(double threshold) {
      return Double.isFinite(threshold)
          ? new Choice(OptionalDouble.of(threshold), "")
          : none("the threshold is not finite");
    }

    static Choice none(String reason) {
      return new Choice(OptionalDouble.empty(), reason);
    }
  }

  /** What is found in a table of binary labels once, and then asked at any confidence in (0, 1). */
  DoubleFunction<Choice> on(ScoreTable table);
}
