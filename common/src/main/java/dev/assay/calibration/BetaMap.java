package dev.assay.calibration;

import dev.assay.base.Logistic;
import java.util.Map;

/**
 * logit p = a ln u − b ln(1 − u) + c with u the place of the score in the metric's range, counted
 * from its bad end and kept {@value #MARGIN} away from 0 and 1, where the logarithms end.
 *
 * @param a non-negative
 * @param b non-negative
 * @param c finite
 * @param bad the bad end of the metric's range
 * @param good the good end
 */
public record BetaMap(double a, double b, double c, double bad, double good)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "beta";

  static final double MARGIN = 1e-4;

  /** The map with the parameters that {@link #parameters} gave. */
  public static BetaMap of(Map<String, Double> parameters) {
    return new BetaMap(
        parameters.get("a"),
        parameters.get("b"),
        parameters.get("c"),
        parameters.get("bad"),
        parameters.get("good"));
  }

  static double place(double score, double bad, double good) {
    return Math.max(MARGIN, Math.min(1 - MARGIN, (score - bad) / (good - bad)));
  }

  @Override
  public double probability(double... scores) {
    double score = scores[0];
    double u = place(score, bad, good);
    return Logistic.sigmoid(a * Math.log(u) - b * Math.log1p(-u) + c);
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    return Map.of("a", a, "b", b, "c", c, "bad", bad, "good", good);
  }
}
