package dev.assay.slices.search;

import java.util.Map;

/**
 * A group of responses, which the search moves as a whole.
 *
 * @param id of the group
 * @param labels attributes that all its responses share, with their values
 * @param numbers attributes that are numbers, such as a length: the mean of its responses
 * @param measured by metric the value with its weight; a metric without a value is absent
 */
public record Unit(
    String id,
    Map<String, String> labels,
    Map<String, Double> numbers,
    Map<String, Measured> measured) {
  public Unit {
    labels = Map.copyOf(labels);
    numbers = Map.copyOf(numbers);
    measured = Map.copyOf(measured);
  }

  /**
   * A weighted mean within the group.
   *
   * @param value finite, by how much it is good: the negative of a metric of which less is better
   * @param weight finite and positive
   */
  public record Measured(double value, double weight) {
    public Measured {
      if (!Double.isFinite(value) || !(weight > 0) || !Double.isFinite(weight)) {
        throw new IllegalArgumentException(
            "A value is finite and its weight positive, got " + value + " and " + weight);
      }
    }
  }
}
