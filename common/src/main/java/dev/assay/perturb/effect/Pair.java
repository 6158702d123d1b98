package dev.assay.perturb.effect;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A twin beside its origin, answered by one system.
 *
 * @param group what a question and its twins share
 * @param twin the twin's case
 * @param drop by how much the twin is worse, negative where it is better; empty where there is no
 *     such number
 * @param flipped whether the verdict is another one; empty where one of them has none
 */
public record Pair(String group, String twin, OptionalDouble drop, Optional<Boolean> flipped) {
  public Pair {
    if (drop.isPresent() && !Double.isFinite(drop.getAsDouble())) {
      throw new IllegalArgumentException("A drop must be finite, got " + drop.getAsDouble());
    }
  }
}
