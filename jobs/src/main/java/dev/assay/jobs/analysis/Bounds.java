package dev.assay.jobs.analysis;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.stats.Range;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;

/**
 * What the analysis needs of a metric on executors.
 *
 * @param lower smallest value
 * @param upper largest value
 */
record Bounds(Direction direction, double lower, double upper) implements Serializable {

  /** By qualified name. */
  static HashMap<String, Bounds> of(Map<String, Metric> metrics) {
    HashMap<String, Bounds> bounds = new HashMap<>();
    metrics.forEach(
        (name, metric) ->
            bounds.put(name, new Bounds(metric.direction(), metric.lower(), metric.upper())));
    return bounds;
  }

  /** The values that a mean can take. */
  Range range() {
    return new Range(lower, upper);
  }

  /** The bad end. */
  double worst() {
    return direction == Direction.DOWN ? upper : lower;
  }

  /** The good end. */
  double best() {
    return direction == Direction.DOWN ? lower : upper;
  }
}
