package dev.assay.calibration;

import java.io.Serializable;
import java.util.Map;

/** From a metric's score to the probability of each level that a human may give. */
public interface LevelMap extends Serializable {

  /** The probabilities of levels 0, 1, …, summing to 1, for any finite score. */
  double[] probabilities(double score);

  /** Number of levels, at least 2. */
  int levels();

  /** The method's name, as stored in {@code calibrations.method}. */
  String method();

  /** What rebuilds the map, as stored in {@code calibrations.parameters}. */
  Map<String, Double> parameters();
}
