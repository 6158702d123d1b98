package dev.assay.calibration;

import dev.assay.base.Logistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * P(level) ∝ exp(intercept + slope · score), level 0 with intercept and slope 0.
 *
 * @param scale the levels
 * @param intercepts of levels 1, 2, …
 * @param slopes of the same
 */
public record MultinomialMap(LevelScale scale, List<Double> intercepts, List<Double> slopes)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "multinomial";

  public MultinomialMap {
    intercepts = List.copyOf(intercepts);
    slopes = List.copyOf(slopes);
    if (intercepts.isEmpty() || intercepts.size() != slopes.size()) {
      throw new IllegalArgumentException(
          "%d intercepts and %d slopes".formatted(intercepts.size(), slopes.size()));
    }
    scale.check(slopes.size() + 1);
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static MultinomialMap of(Map<String, Double> parameters, LevelScale scale) {
    return new MultinomialMap(
        scale, Knots.list(parameters, "intercept"), Knots.list(parameters, "slope"));
  }

  @Override
  public double probability(double... scores) {
    return scale.passing(probabilities(scores));
  }

  @Override
  public double[] probabilities(double... scores) {
    List<Double> logits = new ArrayList<>(List.of(0.0));
    for (int i = 0; i < slopes.size(); i++) {
      logits.add(intercepts.get(i) + slopes.get(i) * scores[0]);
    }
    return Logistic.softmax(logits.stream().mapToDouble(Double::doubleValue).toArray());
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    return Knots.named(Map.of("intercept", intercepts, "slope", slopes));
  }
}
