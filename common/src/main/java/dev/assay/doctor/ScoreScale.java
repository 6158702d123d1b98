package dev.assay.doctor;

import dev.assay.base.Rounding;
import dev.assay.core.Direction;

/**
 * What a score's values look like: nobody has declared it.
 *
 * @param low the least value that it can take
 * @param high the greatest
 * @param whole whether all its values are whole numbers
 */
public record ScoreScale(double low, double high, boolean whole) {
  private static final double[][] USUAL = {{0, 1}, {1, 5}, {0, 5}, {1, 10}, {0, 10}, {0, 100}};

  /** The narrowest usual scale that holds all values, else from the least to the greatest. */
  public static ScoreScale of(double[] values) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    boolean whole = true;
    for (double value : values) {
      if (!Double.isNaN(value)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
        whole &= value == Math.rint(value);
      }
    }
    for (double[] usual : USUAL) {
      boolean holds = least >= usual[0] && most <= usual[1];
      if (holds && (whole || usual[0] == 0)) {
        return new ScoreScale(usual[0], usual[1], whole);
      }
    }
    return new ScoreScale(least, most, whole);
  }

  /** The value at which the upper half begins. */
  public double middle() {
    double middle = (low + high) / 2;
    return whole && high - low > 1 ? Math.floor(middle) + 1 : Rounding.toNano(middle);
  }

  /** Whether {@code value} is in the good half, or on the good side of {@code threshold}. */
  static boolean passes(double value, double threshold, Direction direction) {
    return direction == Direction.DOWN ? value < threshold : value >= threshold;
  }
}
