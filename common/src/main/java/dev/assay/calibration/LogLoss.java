package dev.assay.calibration;

import java.util.List;

/** Mean negative log-likelihood in nats, probabilities kept 2⁻⁵² away from 0 and 1. */
final class LogLoss {
  private static final double EPSILON = Math.ulp(1.0);

  private LogLoss() {}

  /** Of one label of probability {@code likelihood}. */
  static double of(double likelihood) {
    return -Math.log(Math.max(EPSILON, Math.min(1 - EPSILON, likelihood)));
  }

  static double of(ProbabilityMap map, ScoreTable table) {
    double sum = 0;
    for (int i = 0; i < table.size(); i++) {
      double p = map.probability(table.score(i));
      sum += table.weight(1, i) * of(p) + table.weight(0, i) * of(1 - p);
    }
    return sum / table.total();
  }

  /** The sum of weight times loss, and the sum of weights. */
  static double[] sums(ProbabilityMap map, List<LabelledResponse> rows) {
    double[] sums = new double[2];
    for (LabelledResponse row : rows) {
      double p = map.probability(row.score());
      sums[0] += row.weight() * of(row.level() == 1 ? p : 1 - p);
      sums[1] += row.weight();
    }
    return sums;
  }
}
