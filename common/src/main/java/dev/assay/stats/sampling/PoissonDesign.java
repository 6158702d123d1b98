package dev.assay.stats.sampling;

import java.io.Serializable;

/**
 * Poisson sampling with chances in proportion to weights: each unit is drawn on its own with
 * probability min(1, scale × weight), which sums to the expected size. Units whose weight asks for
 * more than 1 are certain, and the others share what is left.
 *
 * @param scale positive; infinite where every unit is certain
 */
public record PoissonDesign(double scale) implements Serializable {

  /** What is known of the units under a scale: how many are certain, and what the others weigh. */
  public record Mass(long certain, double rest) {}

  public PoissonDesign {
    if (!(scale > 0)) {
      throw new IllegalArgumentException("A scale must be positive, got " + scale);
    }
  }

  /**
   * The scale before certain units are known.
   *
   * @param size expected size, 1 or more
   * @param units how many there are
   * @param weight their total weight, positive
   */
  public static PoissonDesign start(int size, long units, double weight) {
    return new PoissonDesign(size >= units ? Double.POSITIVE_INFINITY : size / weight);
  }

  /**
   * The scale that gives the units that are not certain what the certain ones leave of {@code
   * size}. Repeated until the certain units stay the same, it is the exact one: scales only grow.
   *
   * @param mass of the units under this scale
   */
  public PoissonDesign next(int size, Mass mass) {
    boolean open = !Double.isInfinite(scale) && mass.certain < size && mass.rest > 0;
    return open ? new PoissonDesign(Math.max(scale, (size - mass.certain) / mass.rest)) : this;
  }

  /** The chance of a unit of {@code weight}, in (0, 1]. */
  public double probability(double weight) {
    return isCertain(weight) ? 1 : scale * weight;
  }

  /** Whether a unit of {@code weight} is always drawn. */
  public boolean isCertain(double weight) {
    return Double.isInfinite(scale) || scale * weight >= 1;
  }
}
