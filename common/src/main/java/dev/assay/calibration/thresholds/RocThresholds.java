package dev.assay.calibration.thresholds;

import dev.assay.base.Rounding;
import dev.assay.calibration.ScoreTable;
import dev.assay.calibration.thresholds.ThresholdRule.Choice;

/** Thresholds from the ROC curve: among the scores that occur. */
final class RocThresholds {
  private static final double SLACK = 1e-9;

  private RocThresholds() {}

  /**
   * The largest share of passed accepted less share of failed accepted; the strictest of equals.
   */
  static Choice youden(ScoreTable table) {
    double best = Double.NEGATIVE_INFINITY;
    double threshold = Double.NaN;
    double passed = 0;
    double failed = 0;
    double allPassed = table.total(1);
    double allFailed = table.total(0);
    for (int i = table.size() - 1; i >= 0; i--) {
      passed += table.weight(1, i) / allPassed;
      failed += table.weight(0, i) / allFailed;
      double index = Rounding.toNano(passed - failed);
      if (index > best) {
        best = index;
        threshold = table.score(i);
      }
    }
    return best > 0 ? Choice.at(threshold) : Choice.none("no score tells passed from failed");
  }

  /** The lowest score with at most 1 − confidence of the failed accepted (type I error). */
  static Choice target(ScoreTable table, double confidence) {
    double allowed = (1 - confidence) * table.total(0) + SLACK;
    double threshold = Double.NaN;
    double failed = 0;
    for (int i = table.size() - 1; i >= 0; i--) {
      failed += table.weight(0, i);
      if (failed > allowed) {
        break;
      }
      threshold = table.score(i);
    }
    return Double.isNaN(threshold)
        ? Choice.none("too many failed responses have the highest score")
        : Choice.at(threshold);
  }
}
