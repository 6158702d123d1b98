package dev.assay.calibration;

import java.util.List;
import java.util.Map;

/**
 * Straight lines between knots, level beyond the first and the last, as scikit-learn's isotonic
 * regression predicts.
 *
 * @param scores ascending, at least one
 * @param probabilities at those scores, all rising or all falling
 */
public record IsotonicMap(List<Double> scores, List<Double> probabilities)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "isotonic";

  public IsotonicMap {
    scores = List.copyOf(scores);
    probabilities = List.copyOf(probabilities);
    if (scores.isEmpty() || scores.size() != probabilities.size()) {
      throw new IllegalArgumentException(
          "%d scores and %d probabilities".formatted(scores.size(), probabilities.size()));
    }
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static IsotonicMap of(Map<String, Double> parameters) {
    return new IsotonicMap(Knots.list(parameters, "x"), Knots.list(parameters, "p"));
  }

  @Override
  public double probability(double... at) {
    double score = at[0];
    int i = Knots.atOrBelow(scores, score);
    if (i < 0 || i == scores.size() - 1) {
      return probabilities.get(Math.max(i, 0));
    }
    double share = (score - scores.get(i)) / (scores.get(i + 1) - scores.get(i));
    double low = probabilities.get(i);
    double high = probabilities.get(i + 1);
    return low == high ? low : low + share * (high - low);
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    return Knots.named(Map.of("x", scores, "p", probabilities));
  }
}
