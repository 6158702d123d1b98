package dev.assay.calibration;

import java.io.Serializable;
import java.util.Map;

/** From a metric's score to the probability that a human would pass the response. */
public interface ProbabilityMap extends Serializable {

  /** The probability of label 1, in [0, 1], for any finite score. */
  double probability(double score);

  /** The method's name, as stored in {@code calibrations.method}. */
  String method();

  /** What rebuilds the map, as stored in {@code calibrations.parameters}. */
  Map<String, Double> parameters();
}
