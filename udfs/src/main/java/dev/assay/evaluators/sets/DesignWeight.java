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
}
