package dev.assay.calibration;

import java.io.Serializable;
import java.util.Map;

/** From the scores of several metrics to the probability that a human would pass the response. */
public interface JointMap extends Serializable {

  /** The probability of label 1, in [0, 1], for a finite score of each metric, in their order. */
  double probability(double[] scores);

  /** Number of metrics. */
  int metrics();

  /** The method's name, as stored in {@code calibrations.method}. */
  String method();

  /** What rebuilds the map, as stored in {@code calibrations.parameters}. */
  Map<String, Double> parameters();

  /** The map whose {@link #method} and {@link #parameters} were stored. */
  static JointMap of(String method, Map<String, Double> parameters) {
    return switch (method) {
      case BoostedMap.METHOD -> BoostedMap.of(parameters);
      case LogisticMap.METHOD -> JointLogisticMap.of(parameters);
      default ->
          throw new IllegalArgumentException(
              "Unknown method '%s' of several metrics. Known: boosted, logistic".formatted(method));
    };
  }
}
