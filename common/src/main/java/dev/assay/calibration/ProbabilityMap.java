package dev.assay.calibration;

import java.io.Serializable;
import java.util.Map;

/**
 * From the scores of a response, by one metric or several, to the probability of each level that a
 * human may give it.
 */
public interface ProbabilityMap extends Serializable {

  /**
   * The probability that a human would pass the response, in [0, 1]; 0 everywhere where no level is
   * said to pass.
   *
   * @param scores finite, of each metric in their order
   */
  double probability(double... scores);

  /** The probabilities of levels 0, 1, …, summing to 1. */
  default double[] probabilities(double... scores) {
    double one = probability(scores);
    return new double[] {1 - one, one};
  }

  /** The levels, and which of them pass. */
  default LevelScale scale() {
    return LevelScale.BINARY;
  }

  /** The method's name, as stored in {@code calibrations.method}. */
  String method();

  /** What rebuilds the map, as stored in {@code calibrations.parameters}. */
  Map<String, Double> parameters();
}
