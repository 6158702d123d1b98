package dev.assay.calibration;

import dev.assay.core.Direction;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * One probability from several metrics: fitted on train groups, then held to what a single metric
 * is held to, with the probability for a score.
 *
 * @param as division, error rate, fitness and resampling
 * @param method {@code boosted}, monotone in every metric that has a direction, or {@code
 *     logistic}, in which no metric counts against its direction
 */
public record JointCalibration(DoubleCalibration as, String method) implements Serializable {

  /** Calibrates; any order of the rows gives the same. */
  public Calibration calibrate(List<JointJudgement> rows, List<Direction> directions) {
    List<JointJudgement> train =
        rows.stream()
            .filter(row -> as.splits().of(row.groupId()) == Part.TRAIN)
            .sorted(JointJudgement.ORDER)
            .toList();
    JointFitting fitting = new JointFitting(method, directions);
    Optional<JointMap> map = fitting.fit(train);
    if (map.isEmpty()) {
      List<Judgement> bare = rows.stream().map(row -> row.scored(0)).toList();
      return as.unfitted(bare, fitting.degeneracy(train));
    }
    StatedMap stated = new StatedMap(map.get().method(), map.get().parameters());
    Calibrator given = any -> new Fit.Fitted(stated);
    return new DoubleCalibration(
            given,
            as.splits(),
            as.alpha(),
            as.minGroups(),
            as.bins(),
            as.fitness(),
            as.resampling())
        .calibrate(
            rows.stream().map(row -> row.scored(map.get().probability(row.vector()))).toList(),
            new Scale(Direction.UP, 0, 1));
  }

  /** Rows that are too few to be fitted, for {@code reason}. */
  public Calibration counted(List<JointJudgement> rows, String reason) {
    return as.counted(rows.stream().map(row -> row.scored(0)).toList(), reason);
  }
}
