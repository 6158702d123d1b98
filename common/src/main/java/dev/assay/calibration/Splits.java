package dev.assay.calibration;

import dev.assay.base.Seeds;
import java.io.Serializable;

/**
 * Assigns groups to parts by their permanent random numbers: twins and repeats of a question stay
 * together, and a new label moves no group.
 *
 * @param train share of groups that fit the map, positive
 * @param conformal share of groups that give the quantile, positive
 * @param test share of groups that check coverage, positive; the three sum to 1
 * @param seed the run's seed
 */
public record Splits(double train, double conformal, double test, long seed)
    implements Serializable {

  private static final double SLACK = 1e-9;

  public Splits {
    if (!(train > 0) || !(conformal > 0) || !(test > 0)) {
      throw new IllegalArgumentException(
          "Every split share must be positive, got train %s, conformal %s, test %s"
              .formatted(train, conformal, test));
    }
    if (Math.abs(train + conformal + test - 1) > SLACK) {
      throw new IllegalArgumentException(
          "Split shares must sum to 1, got %s + %s + %s".formatted(train, conformal, test));
    }
  }

  /** The part of a group. */
  public Part of(String groupId) {
    double number = Seeds.uniform(seed, "split", groupId);
    if (number < train) {
      return Part.TRAIN;
    }
    return number < train + conformal ? Part.CONFORMAL : Part.TEST;
  }
}
