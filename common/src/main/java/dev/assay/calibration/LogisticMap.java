package dev.assay.calibration;

import dev.assay.base.Logistic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * 1 / (1 + e^−(intercept + Σ slope · score)).
 *
 * @param intercept finite
 * @param slopes of the metrics, in their order, finite; negative where higher scores mean worse
 *     responses, 0 for a metric that does not enter
 */
public record LogisticMap(double intercept, List<Double> slopes) implements ProbabilityMap {
  /** The name of the method. */
  public static final String METHOD = "logistic";

  private static final String INTERCEPT = "intercept";
  private static final String SLOPE = "slope";

  public LogisticMap {
    slopes = List.copyOf(slopes);
    if (slopes.isEmpty()
        || !Double.isFinite(intercept)
        || !slopes.stream().allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "Intercept %s and slopes %s must be finite".formatted(intercept, slopes));
    }
  }

  /** Of one metric. */
  public LogisticMap(double intercept, double slope) {
    this(intercept, List.of(slope));
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static LogisticMap of(Map<String, Double> parameters) {
    return new LogisticMap(
        parameters.get(INTERCEPT),
        parameters.containsKey(SLOPE)
            ? List.of(parameters.get(SLOPE))
            : Knots.list(parameters, SLOPE));
  }

  /** The slope of the first metric. */
  public double slope() {
    return slopes.get(0);
  }

  @Override
  public double probability(double... scores) {
    if (scores.length != slopes.size()) {
      throw new IllegalArgumentException(
          "%d scores for %d metrics".formatted(scores.length, slopes.size()));
    }
    double logit = intercept;
    for (int j = 0; j < scores.length; j++) {
      logit += slopes.get(j) * scores[j];
    }
    return Logistic.sigmoid(logit);
  }

  @Override
  public String method() {
    return METHOD;
  }

  /** The slope of one metric is {@code slope}, those of several are numbered. */
  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> parameters =
        new HashMap<>(
            slopes.size() == 1 ? Map.of(SLOPE, slope()) : Knots.named(Map.of(SLOPE, slopes)));
    parameters.put(INTERCEPT, intercept);
    return Map.copyOf(parameters);
  }
}
