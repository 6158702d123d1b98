package dev.assay.stats;

import java.util.Arrays;

/**
 * Kish's effective number: how many of equal weight would carry as much as these, (Σ w)² / Σ w²
 * (Kish 1965, Survey Sampling, §8.2).
 */
public final class Kish {
  private Kish() {}

  /** Of weights that are not negative; 0 where none is positive. */
  public static double effective(double... weights) {
    return effective(
        Arrays.stream(weights).sum(), Arrays.stream(weights).map(weight -> weight * weight).sum());
  }

  /** The same from their sum and the sum of their squares. */
  public static double effective(double sum, double squares) {
    return squares > 0 ? sum * sum / squares : 0;
  }
}
