package dev.assay.calibration;

import dev.assay.base.Logistic;
import java.util.List;
import java.util.Map;

/**
 * Proportional odds: P(level ≤ k) = σ(cut k − slope · score).
 *
 * @param scale the levels
 * @param cuts ascending, one fewer than levels
 * @param slope positive where higher scores mean higher levels
 */
public record OrdinalMap(LevelScale scale, List<Double> cuts, double slope)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "ordinal";

  public OrdinalMap {
    cuts = List.copyOf(cuts);
    scale.check(cuts.size() + 1);
    for (int i = 1; i < cuts.size(); i++) {
      if (!(cuts.get(i - 1) < cuts.get(i))) {
        throw new IllegalArgumentException("Cuts must ascend, got " + cuts);
      }
    }
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static OrdinalMap of(Map<String, Double> parameters, LevelScale scale) {
    return new OrdinalMap(scale, Knots.list(parameters, "cut"), parameters.get("slope"));
  }

  @Override
  public double probability(double... scores) {
    return scale.passing(probabilities(scores));
  }

  @Override
  public double[] probabilities(double... scores) {
    return probabilities(
        cuts.stream().mapToDouble(Double::doubleValue).toArray(), slope * scores[0]);
  }

  /** Differences are taken on the side where the sigmoid is small, so that tails keep digits. */
  static double[] probabilities(double[] cuts, double shift) {
    double[] p = new double[cuts.length + 1];
    for (int level = 0; level < p.length; level++) {
      double low = level == 0 ? Double.NEGATIVE_INFINITY : cuts[level - 1] - shift;
      double high = level == cuts.length ? Double.POSITIVE_INFINITY : cuts[level] - shift;
      p[level] =
          low > 0
              ? Logistic.sigmoid(-low) - Logistic.sigmoid(-high)
              : Logistic.sigmoid(high) - Logistic.sigmoid(low);
    }
    return p;
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    Map<String, Double> parameters = new java.util.HashMap<>(Knots.named(Map.of("cut", cuts)));
    parameters.put("slope", slope);
    return Map.copyOf(parameters);
  }
}
