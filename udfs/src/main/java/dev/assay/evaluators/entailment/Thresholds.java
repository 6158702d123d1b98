package dev.assay.evaluators.entailment;

/** The probability above which a sentence counts as supported. */
final class Thresholds {
  private Thresholds() {}

  static void check(double threshold) {
    if (!(threshold >= 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "threshold = " + threshold + "; allowed: from 0 to below 1");
    }
  }
}
