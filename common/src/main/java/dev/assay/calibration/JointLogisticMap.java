package dev.assay.calibration;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * 1 / (1 + e^−(intercept + Σ slope · score)) over several metrics.
 *
 * @param intercept finite
 * @param slopes of the metrics, in their order; 0 for one that does not enter
 */
public record JointLogisticMap(double intercept, List<Double> slopes) implements JointMap {

  public JointLogisticMap {
    slopes = List.copyOf(slopes);
  }

  /** The map with the parameters that {@link #parameters} gave. */
  static JointLogisticMap of(Map<String, Double> parameters) {
    return new JointLogisticMap(parameters.get("intercept"), Knots.list(parameters, "slope"));
  }

  @Override
  public double probability(double[] scores) {
    double logit = intercept;
    for (int j = 0; j < scores.length; j++) {
      logit += slopes.get(j) * scores[j];
    }
    return LogisticMap.sigmoid(logit);
  }

  @Override
  public int metrics() {
    return slopes.size();
  }

  @Override
  public String method() {
    return LogisticMap.METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> parameters = new HashMap<>(Knots.named(Map.of("slope", slopes)));
    parameters.put("intercept", intercept);
    return Map.copyOf(parameters);
  }
}
