package dev.assay.calibration;

import dev.assay.base.Rounding;
import dev.assay.calibration.Reliability.Murphy;
import java.util.List;

/**
 * How well the probabilities of levels match the levels that humans gave, in the terms of {@link
 * Reliability}: the Brier score is the sum over levels of the squared errors, in [0, 2], and so are
 * Murphy's parts; the log loss is that of the level given; ECE is that of the likeliest level; the
 * curve is that of the probability to pass, empty where no level is said to.
 */
final class LevelReliability {

  private LevelReliability() {}

  /** Measures on at least one row that the map has not seen. */
  static Reliability of(ProbabilityMap map, List<LabelledResponse> rows, int bins) {
    LevelScale scale = map.scale();
    double brier = 0;
    double[] murphy = new double[3];
    for (int level = 0; level < scale.size(); level++) {
      int one = level;
      Reliability own =
          Reliability.of(
              rows,
              row -> Rounding.toNano(probabilities(map, row)[one]),
              row -> row.level() == one ? 1 : 0,
              bins);
      brier += own.brier();
      murphy[0] += own.murphy().reliability();
      murphy[1] += own.murphy().resolution();
      murphy[2] += own.murphy().uncertainty();
    }
    double logLoss =
        rows.stream()
                .sorted(LabelledResponse.ORDER)
                .mapToDouble(row -> LogLoss.of(probabilities(map, row)[row.level()]))
                .sum()
            / rows.size();
    Reliability top =
        Reliability.of(
            rows,
            row -> Rounding.toNano(probabilities(map, row)[likeliest(probabilities(map, row))]),
            row -> likeliest(probabilities(map, row)) == row.level() ? 1 : 0,
            bins);
    return new Reliability(
        top.ece(),
        brier,
        logLoss,
        new Murphy(murphy[0], murphy[1], murphy[2]),
        scale.passing().isEmpty() ? List.of() : passes(map, rows, bins));
  }

  private static List<Reliability.Bin> passes(
      ProbabilityMap map, List<LabelledResponse> rows, int bins) {
    return Reliability.of(
            rows,
            row -> map.probability(row.vector()),
            row -> row.passed(map.scale()).level(),
            bins)
        .curve();
  }

  private static double[] probabilities(ProbabilityMap map, LabelledResponse row) {
    return map.probabilities(row.vector());
  }

  /** The likeliest level, the lowest of several. */
  private static int likeliest(double[] probabilities) {
    int most = 0;
    for (int level = 1; level < probabilities.length; level++) {
      most = probabilities[level] > probabilities[most] ? level : most;
    }
    return most;
  }
}
