package dev.assay.calibration;

import java.util.Map;

/**
 * 1 / (1 + e^−(intercept + slope · score)).
 *
 * @param intercept finite
 * @param slope finite; negative where higher scores mean worse responses
 */
public record LogisticMap(double intercept, double slope) implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "logistic";

  public LogisticMap {
    if (!Double.isFinite(intercept) || !Double.isFinite(slope)) {
      throw new IllegalArgumentException(
          "Intercept %s and slope %s must be finite".formatted(intercept, slope));
    }
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static LogisticMap of(Map<String, Double> parameters) {
    return new LogisticMap(parameters.get("intercept"), parameters.get("slope"));
  }

  @Override
  public double probability(double score) {
    return sigmoid(intercept + slope * score);
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("intercept", intercept, "slope", slope);
  }

  /** Without overflow on either side. */
  static double sigmoid(double logit) {
    double small = Math.exp(-Math.abs(logit));
    return (logit >= 0 ? 1 : small) / (1 + small);
  }
}
