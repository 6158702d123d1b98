package dev.assay.evaluators.sets;

import dev.assay.core.Example;

/**
 * What an example counts for: one over the chance that its case was drawn, where the set was
 * sampled, else 1. In steps of 1e-9, so that sums do not depend on their order.
 */
final class DesignWeight {
  /** Steps of one. */
  static final double GRAIN = 1e9;

  private static final String ATTRIBUTE = "sampling_weight";

  private DesignWeight() {}

  static double of(Example example) {
    return Double.parseDouble(example.attributes().getOrDefault(ATTRIBUTE, "1"));
  }

  static long grains(double weight) {
    return Math.round(weight * GRAIN);
  }

  /** The sum of two numbers of steps; throws where there is no such number. */
  static long sum(long left, long right) {
    try {
      return Math.addExact(left, right);
    } catch (ArithmeticException e) {
      throw new IllegalStateException(
          "the cases' weights add up to more than %.1e; divide all of them by the same number"
              .formatted(Long.MAX_VALUE / GRAIN),
          e);
    }
  }
}
