package dev.assay.conformal;

/**
 * The nonconformity of a label that a human gave.
 *
 * @param groupId the question with its twins and repeats
 * @param nonconformity of the label that the human gave, finite
 * @param weight finite and positive; 1 unless rows count unequally
 */
public record Scored(String groupId, double nonconformity, double weight) {

  public Scored {
    if (!Double.isFinite(nonconformity)) {
      throw new IllegalArgumentException("A nonconformity must be finite, got " + nonconformity);
    }
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
    }
  }

  /** A row of weight 1. */
  public static Scored of(String groupId, double nonconformity) {
    return new Scored(groupId, nonconformity, 1);
  }
}
