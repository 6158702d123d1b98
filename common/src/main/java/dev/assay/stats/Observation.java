package dev.assay.stats;

/**
 * One measured value with its place in the sampling design.
 *
 * @param groupId what it belongs to statistically; groups are independent, rows in one are not
 * @param stratum the stratum that its group was drawn from; one and the same (say, empty) where
 *     there was no stratified sampling
 * @param value finite
 * @param weight the sampling weight 1/π, finite and positive; 1 where there was no sampling
 * @param fraction the chance with which its group was drawn, where the estimate is about the finite
 *     population that it was drawn from: in [0, 1]; 0 for a population without end
 */
public record Observation(
    String groupId, String stratum, double value, double weight, double fraction) {

  public Observation {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("A value must be finite, got " + value);
    }
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
    }
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("A fraction lies in [0, 1], got " + fraction);
    }
  }

  /** An observation from a population without end. */
  public Observation(String groupId, String stratum, double value, double weight) {
    this(groupId, stratum, value, weight, 0);
  }

  /** An observation that was not sampled: no stratum, weight 1. */
  public static Observation unweighted(String groupId, double value) {
    return new Observation(groupId, "", value, 1);
  }
}
