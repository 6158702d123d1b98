package dev.assay.core;

import java.util.OptionalDouble;

/**
 * One number that an evaluator reports.
 *
 * @param name the metric's own name, qualified by the evaluator's id in tables ({@code
 *     evaluator.metric})
 * @param direction which end is good
 * @param lower the smallest value that it can take (may be negative infinity)
 * @param upper the largest value that it can take (may be positive infinity)
 * @param threshold the default at which an example passes; empty when there is none
 * @param meaning one sentence for reports
 */
public record Metric(
    String name,
    Direction direction,
    double lower,
    double upper,
    OptionalDouble threshold,
    String meaning) {

  /** Slack allowed at the range's ends for rounding, 1e-9. */
  public static final double SLACK = 1e-9;

  /** A metric in [0, 1] where higher is better. */
  public static Metric share(String name, double threshold, String meaning) {
    return new Metric(name, Direction.UP, 0, 1, OptionalDouble.of(threshold), meaning);
  }

  /** A cosine in [−1, 1] where higher is better. */
  public static Metric cosine(String name, double threshold, String meaning) {
    return new Metric(name, Direction.UP, -1, 1, OptionalDouble.of(threshold), meaning);
  }

  /** A distance or a risk in [0, {@code upper}] where lower is better. */
  public static Metric distance(String name, double upper, double threshold, String meaning) {
    return new Metric(name, Direction.DOWN, 0, upper, OptionalDouble.of(threshold), meaning);
  }

  /** 1 for a fault and 0 for none: their rate should be low. */
  public static Metric fault(String name, String meaning) {
    return distance(name, 1, 0.5, meaning);
  }

  /** A number without a good end. */
  public static Metric descriptive(String name, double lower, double upper, String meaning) {
    return new Metric(name, Direction.NONE, lower, upper, OptionalDouble.empty(), meaning);
  }

  /** The same metric with another threshold. */
  public Metric withThreshold(double value) {
    return new Metric(name, direction, lower, upper, OptionalDouble.of(value), meaning);
  }

  /** Whether {@code value} lies in the declared range. */
  public boolean inRange(double value) {
    return value >= lower - SLACK && value <= upper + SLACK;
  }

  /** The value nearest the bad end: what an unmeasured row counts as in a worst-case bound. */
  public double worst() {
    return direction == Direction.DOWN ? upper : lower;
  }
}
