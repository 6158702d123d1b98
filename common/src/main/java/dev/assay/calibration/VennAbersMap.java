package dev.assay.calibration;

import dev.assay.base.Rounding;
import java.util.List;
import java.util.Map;

/**
 * Steps with two probabilities each: p₀ had the response failed, p₁ had it passed. One of them is
 * calibrated in the strong sense (Vovk and Petej 2014); the probability is p₁ / (1 − p₀ + p₁), the
 * choice with the least worst log loss.
 *
 * @param starts where the steps start, ascending; the first is negative infinity by meaning and is
 *     stored as −1.7976931348623157e308
 * @param lows p₀ of each step
 * @param highs p₁ of each step
 */
public record VennAbersMap(List<Double> starts, List<Double> lows, List<Double> highs)
    implements ProbabilityMap {

  /** The name of the method. */
  public static final String METHOD = "venn_abers";

  public VennAbersMap {
    starts = List.copyOf(starts);
    lows = List.copyOf(lows);
    highs = List.copyOf(highs);
    if (starts.isEmpty() || starts.size() != lows.size() || lows.size() != highs.size()) {
      throw new IllegalArgumentException(
          "%d steps, %d p0 and %d p1".formatted(starts.size(), lows.size(), highs.size()));
    }
  }

  /** The map with the parameters that {@link #parameters} gave. */
  public static VennAbersMap of(Map<String, Double> parameters) {
    return new VennAbersMap(
        Knots.list(parameters, "x"), Knots.list(parameters, "p0"), Knots.list(parameters, "p1"));
  }

  @Override
  public double probability(double... scores) {
    double score = scores[0];
    int i = step(score);
    return highs.get(i) / (1 - lows.get(i) + highs.get(i));
  }

  /** p₀ and p₁: how far the labels leave the probability open. */
  public double[] bounds(double score) {
    int i = step(score);
    return new double[] {lows.get(i), highs.get(i)};
  }

  private int step(double score) {
    return Math.max(0, Knots.atOrBelow(starts, Rounding.toNano(score)));
  }

  @Override
  public String method() {
    return METHOD;
  }

  @Override
  public Map<String, Double> parameters() {
    return Knots.named(Map.of("x", starts, "p0", lows, "p1", highs));
  }
}
