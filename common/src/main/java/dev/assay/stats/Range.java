package dev.assay.stats;

/**
 * The values that a quantity can take; either end may be infinite.
 *
 * @param low the smallest
 * @param high the largest
 */
public record Range(double low, double high) {

  /** From 0 to 1. */
  public static final Range SHARE = new Range(0, 1);

  /** Every number. */
  public static final Range UNBOUNDED =
      new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  public Range {
    if (!(low < high)) {
      throw new IllegalArgumentException("A range must grow, got %s to %s".formatted(low, high));
    }
  }

  /** The range of a difference of two such values. */
  public Range ofDifferences() {
    return new Range(low - high, high - low);
  }

  /** Whether both ends are finite. */
  public boolean isBounded() {
    return Double.isFinite(low) && Double.isFinite(high);
  }

  /** The nearest value that it holds. */
  public double clip(double value) {
    return Math.max(low, Math.min(high, value));
  }
}
