package dev.assay.calibration;

import java.util.Map;

/**
 * A score that is the probability already, such as that of a model of several metrics.
 *
 * @param method what the probability comes from
 * @param parameters of that
 */
public record StatedMap(String method, Map<String, Double> parameters) implements ProbabilityMap {

  public StatedMap {
    parameters = Map.copyOf(parameters);
  }

  @Override
  public double probability(double... scores) {
    double score = scores[0];
    return Math.min(1, Math.max(0, score));
  }
}
