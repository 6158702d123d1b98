package dev.assay.calibration;

import dev.assay.calibration.Reliability.Murphy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;

/**
 * How well the probabilities of levels match the levels that humans gave, in the terms of {@link
 * Reliability}: the Brier score is the sum over levels of the squared errors, in [0, 2], and so are
 * Murphy's parts; the log loss is that of the level given; ECE is that of the likeliest level; the
 * curve is that of the probability to pass, empty where no level is said to.
 */
public final class LevelReliability {
  private static final ProbabilityMap STATED = new StatedMap("stated", Map.of());

  private LevelReliability() {}

  /** Measures on at least one row that the map has not seen. */
  public static Reliability of(PassMap map, List<LevelJudgement> rows, int bins) {
    double brier = 0;
    double[] murphy = new double[3];
    for (int level = 0; level < map.scale().size(); level++) {
      int one = level;
      Reliability own =
          measured(
              rows, row -> probabilities(map, row)[one], row -> row.level() == one ? 1 : 0, bins);
      brier += own.brier();
      murphy[0] += own.murphy().reliability();
      murphy[1] += own.murphy().resolution();
      murphy[2] += own.murphy().uncertainty();
    }
    double logLoss =
        rows.stream()
                .sorted(LevelJudgement.ORDER)
                .mapToDouble(row -> LogLoss.of(probabilities(map, row)[row.level()]))
                .sum()
            / rows.size();
    Reliability top =
        measured(
            rows,
            row -> probabilities(map, row)[likeliest(probabilities(map, row))],
            row -> likeliest(probabilities(map, row)) == row.level() ? 1 : 0,
            bins);
    return new Reliability(
        top.ece(),
        brier,
        logLoss,
        new Murphy(murphy[0], murphy[1], murphy[2]),
        map.scale().passing().isEmpty() ? List.of() : passes(map, rows, bins));
  }

  private static List<Reliability.Bin> passes(PassMap map, List<LevelJudgement> rows, int bins) {
    return Reliability.of(
            map,
            rows.stream()
                .map(row -> row.passed(map.scale().passing(), row.score()).labelled())
                .toList(),
            bins)
        .curve();
  }

  private static double[] probabilities(PassMap map, LevelJudgement row) {
    return map.levels().probabilities(row.score());
  }

  /** The likeliest level, the lowest of several. */
  static int likeliest(double[] probabilities) {
    int most = 0;
    for (int level = 1; level < probabilities.length; level++) {
      most = probabilities[level] > probabilities[most] ? level : most;
    }
    return most;
  }

  /** Reliability of a probability that is given for each row. */
  private static Reliability measured(
      List<LevelJudgement> rows,
      ToDoubleFunction<LevelJudgement> probability,
      ToIntFunction<LevelJudgement> label,
      int bins) {
    List<LabelledScore> stated = new ArrayList<>();
    for (LevelJudgement row : rows) {
      stated.add(
          LabelledScore.of(row.groupId(), probability.applyAsDouble(row), label.applyAsInt(row)));
    }
    return Reliability.of(STATED, stated, bins);
  }
}
