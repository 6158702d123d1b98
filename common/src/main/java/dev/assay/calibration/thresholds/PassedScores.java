package dev.assay.calibration.thresholds;

import dev.assay.calibration.ScoreTable;
import dev.assay.calibration.thresholds.ThresholdRule.Choice;
import dev.assay.stats.Deviates;

/** Thresholds that a share {@code confidence} of the responses that humans passed should reach. */
final class PassedScores {
  private static final double SLACK = 1e-9;

  private PassedScores() {}

  /** μ − zσ over the passed, z one-sided, σ with n − 1 (seed 004, step 3). */
  static Choice normal(ScoreTable table, double confidence) {
    double n = table.total(1);
    if (!(n > 1)) {
      return Choice.none("fewer than two passed responses");
    }
    double mean = 0;
    for (int i = 0; i < table.size(); i++) {
      mean += table.weight(1, i) / n * table.score(i);
    }
    double squares = 0;
    for (int i = 0; i < table.size(); i++) {
      squares += table.weight(1, i) * (table.score(i) - mean) * (table.score(i) - mean);
    }
    double z = Deviates.normal(confidence);
    return Choice.at(mean - z * Math.sqrt(squares / (n - 1)));
  }

  /** The highest score that at least the wanted share of the passed reaches. */
  static Choice quantile(ScoreTable table, double confidence) {
    return reachedBy(table, confidence * table.total(1), "no passed response");
  }

  /**
   * The order statistic that a new passed response reaches with the wanted probability, whatever
   * the distribution: mass (n + 1) · confidence.
   */
  static Choice conformal(ScoreTable table, double confidence) {
    double wanted = (table.total(1) + 1) * confidence;
    int needed = (int) Math.ceil(confidence / (1 - confidence) - SLACK);
    return reachedBy(table, wanted, "fewer than %d passed questions".formatted(needed));
  }

  private static Choice reachedBy(ScoreTable table, double wanted, String otherwise) {
    double above = 0;
    for (int i = table.size() - 1; i >= 0; i--) {
      above += table.weight(1, i);
      if (above > 0 && above >= wanted - SLACK) {
        return Choice.at(table.score(i));
      }
    }
    return Choice.none(otherwise);
  }
}
