package dev.assay.stats;

import java.util.OptionalDouble;

/**
 * An estimate with its confidence limits, or with the reason why it has none.
 *
 * @param estimate the point estimate, finite
 * @param low the lower limit; present exactly when {@code high} is
 * @param high the upper limit
 * @param method how the limits were found; without limits, {@code none: } and why
 * @param n number of rows
 * @param nGroups number of groups, the independent units
 */
public record Interval(
    double estimate, OptionalDouble low, OptionalDouble high, String method, int n, int nGroups) {

  public Interval {
    if (!Double.isFinite(estimate)) {
      throw new IllegalArgumentException("An estimate must be finite, got " + estimate);
    }
    if (low.isPresent() != high.isPresent()) {
      throw new IllegalArgumentException("An interval has both limits or neither");
    }
    if (low.isPresent() && !(low.getAsDouble() <= high.getAsDouble())) {
      throw new IllegalArgumentException(
          "Lower limit %s above upper limit %s".formatted(low.getAsDouble(), high.getAsDouble()));
    }
  }

  /** An estimate with limits. */
  public static Interval of(
      double estimate, double low, double high, String method, int n, int nGroups) {
    return new Interval(
        estimate, OptionalDouble.of(low), OptionalDouble.of(high), method, n, nGroups);
  }

  /** An estimate without limits, and why. */
  public static Interval without(double estimate, String reason, int n, int nGroups) {
    return new Interval(
        estimate, OptionalDouble.empty(), OptionalDouble.empty(), "none: " + reason, n, nGroups);
  }

  /** Whether {@code value} lies within the limits; false where there are none. */
  public boolean covers(double value) {
    return low.isPresent() && low.getAsDouble() <= value && value <= high.getAsDouble();
  }
}
