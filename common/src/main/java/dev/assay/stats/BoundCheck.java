package dev.assay.stats;

import java.util.OptionalLong;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Whether a value, of which more is better, is at least a bound, as far as its interval can say. Of
 * an interval of level 1 − α, a value at the bound is called past it, on either side, with a chance
 * of α/2. With the bound at less the tolerance and the value a difference, {@link Outcome#REACHED}
 * is non-inferiority and {@link Outcome#MISSED} a drop larger than the tolerance.
 *
 * @param estimate of the value
 * @param low end of its interval
 * @param high end of its interval
 * @param groups that it rests on
 */
public record BoundCheck(double estimate, double low, double high, double bound, long groups) {
  private static final double POWER = .8;

  /** What is shown. */
  public enum Outcome {
    /** The value is at least the bound. */
    REACHED,
    /** It is less. */
    MISSED,
    /** Neither. */
    UNDECIDED
  }

  public Outcome outcome() {
    if (low >= bound) {
      return Outcome.REACHED;
    }
    return high < bound ? Outcome.MISSED : Outcome.UNDECIDED;
  }

  /**
   * Groups with which the outcome would be decided with a chance of 80 %, if the estimate is true:
   * the standard error shrinks with their root, and must become the distance to the bound over the
   * sum of the quantiles of level and power. Empty where the estimate is at the bound, which no
   * number settles.
   *
   * @param level of the interval
   */
  public OptionalLong needed(double level) {
    double distance = Math.abs(estimate - bound);
    double half = estimate >= bound ? estimate - low : high - estimate;
    if (distance < 1e-9 || half <= 0) {
      return OptionalLong.empty();
    }
    NormalDistribution normal = new NormalDistribution();
    double z = normal.inverseCumulativeProbability((1 + level) / 2);
    double power = normal.inverseCumulativeProbability(POWER);
    double ratio = half / z * (z + power) / distance;
    return OptionalLong.of(Math.max(groups + 1, (long) Math.ceil(groups * ratio * ratio)));
  }
}
