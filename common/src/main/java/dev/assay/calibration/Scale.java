package dev.assay.calibration;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import java.io.Serializable;

/**
 * What is known of a metric before any label is seen.
 *
 * @param direction which end is good
 * @param lower the least value that it can take, may be negative infinity
 * @param upper the greatest, may be positive infinity
 */
public record Scale(Direction direction, double lower, double upper) implements Serializable {

  /** Nothing but the direction. */
  public static Scale of(Direction direction) {
    return new Scale(direction, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  /** As the metric declares it. */
  public static Scale of(Metric metric) {
    return new Scale(metric.direction(), metric.lower(), metric.upper());
  }

  boolean isBounded() {
    return Double.isFinite(lower) && Double.isFinite(upper) && lower < upper;
  }
}
