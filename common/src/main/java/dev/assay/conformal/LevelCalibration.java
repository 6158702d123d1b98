package dev.assay.conformal;

import dev.assay.calibration.Calibration;
import dev.assay.calibration.CalibrationStatus;
import dev.assay.calibration.Coverage;
import dev.assay.calibration.Discrimination;
import dev.assay.calibration.DoubleCalibration;
import dev.assay.calibration.Fitness;
import dev.assay.calibration.Judgement;
import dev.assay.calibration.LevelFit;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.LevelReliability;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Part;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.Reliability;
import dev.assay.calibration.Scale;
import dev.assay.calibration.SplitConformal;
import dev.assay.calibration.Splits;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The two stages of calibration for labels of several levels, divided by groups as for binary ones:
 * proportional odds or multinomial regression on train groups, the quantile of the sets on
 * conformal groups, coverage on test groups, fitness and errors on both of the latter. What must be
 * told apart is what passes from what does not; where no level is said to pass, nothing can be
 * accepted or rejected.
 *
 * @param splits which group serves what
 * @param sets how strange a level is
 * @param alpha the error rate of the sets, in (0, 0.5]
 * @param minGroups the fewest labelled groups in each part
 * @param bins number of bins of the reliability curve
 * @param fitness what the metric must show
 * @param resampling of the AUROC intervals
 */
public record LevelCalibration(
    Splits splits,
    Nonconformity sets,
    double alpha,
    int minGroups,
    int bins,
    Fitness fitness,
    Resampling resampling)
    implements Serializable {

  /** With the division, error rate, fitness and resampling of a calibration of binary labels. */
  public static LevelCalibration as(DoubleCalibration binary, Nonconformity sets) {
    return new LevelCalibration(
        binary.splits(),
        sets,
        binary.alpha(),
        binary.minGroups(),
        binary.bins(),
        binary.fitness(),
        binary.resampling());
  }

  /** Calibrates one metric on one dimension and slice; any order of the rows gives the same. */
  public Calibration calibrate(List<LevelJudgement> rows, LevelScale levels, Scale metric) {
    LevelParts divided = LevelParts.of(splits, rows);
    LevelFit fit = fit(divided.train(), levels);
    if (fit instanceof LevelFit.Degenerate none) {
      boolean few = LevelJudgement.groups(divided.train()) < minGroups;
      return result(
          few ? CalibrationStatus.TOO_FEW : CalibrationStatus.DEGENERATE,
          few ? fewGroups(divided) : none.reason(),
          divided,
          Discrimination.NOTHING,
          Optional.empty());
    }
    PassMap map = new PassMap(((LevelFit.Fitted) fit).map(), levels);
    Fitted fitted = fitted(map, divided);
    Direction direction = levels.passesUpwards() ? metric.direction() : Direction.NONE;
    Discrimination shown =
        levels.passing().isEmpty() ? Discrimination.NOTHING : shown(map, divided, direction);
    String few = fewGroups(divided);
    if (few.isEmpty() && !levels.passing().isEmpty() && shown.auroc().isEmpty()) {
      boolean passed = levels.passing().contains(divided.held().get(0).level());
      few = passed ? "every held-out label passes" : "no held-out label passes";
    }
    if (!few.isEmpty()) {
      return result(CalibrationStatus.TOO_FEW, few, divided, shown, Optional.of(fitted));
    }
    List<String> shortfalls = shortfalls(direction, map, divided, shown, fitted);
    return result(
        shortfalls.isEmpty() ? CalibrationStatus.OK : CalibrationStatus.UNFIT,
        String.join("; ", shortfalls),
        divided,
        shown,
        Optional.of(fitted));
  }

  /** Rows that are too few to be fitted, for {@code reason}. */
  public Calibration counted(List<LevelJudgement> rows, String reason) {
    return result(
        CalibrationStatus.TOO_FEW,
        reason,
        LevelParts.of(splits, rows),
        Discrimination.NOTHING,
        Optional.empty());
  }

  /** The map of the levels' probabilities, or why there is none, for rows in any order. */
  public static LevelFit fit(List<LevelJudgement> train, LevelScale levels) {
    List<String> missing = new ArrayList<>();
    for (int level = 0; level < levels.size(); level++) {
      int one = level;
      if (train.stream().noneMatch(row -> row.level() == one)) {
        missing.add("'" + levels.names().get(level) + "'");
      }
    }
    if (missing.size() == levels.size()) {
      return new LevelFit.Degenerate("no labelled row");
    }
    if (missing.size() == levels.size() - 1) {
      return new LevelFit.Degenerate(
          "every train label is '" + levels.names().get(train.get(0).level()) + "'");
    }
    if (!missing.isEmpty()) {
      return new LevelFit.Degenerate("no train label is " + String.join(" or ", missing));
    }
    return levels.calibrator().fit(LevelJudgement.table(train, levels.size()));
  }

  private record Fitted(
      PassMap map,
      SplitConformal conformal,
      Optional<Coverage> coverage,
      Optional<Reliability> reliability) {}

  private Fitted fitted(PassMap map, LevelParts divided) {
    Quantile quantile = Quantile.of(LevelSets.scored(map, sets, divided.conformal()), alpha);
    SplitConformal conformal = new SplitConformal(alpha, quantile.value(), quantile.groups());
    List<Coverage.SetSeen> seen =
        divided.test().stream()
            .map(
                row -> {
                  double[] strange = sets.of(map.levels().probabilities(row.score()));
                  return new Coverage.SetSeen(
                      row.groupId(),
                      quantile.set(strange).size(),
                      strange[row.level()] <= quantile.value(),
                      row.weight());
                })
            .toList();
    List<LevelJudgement> held = divided.held();
    return new Fitted(
        map,
        conformal,
        seen.isEmpty()
            ? Optional.empty()
            : Optional.of(Coverage.of(conformal, seen, map.scale().size())),
        held.isEmpty() ? Optional.empty() : Optional.of(LevelReliability.of(map, held, bins)));
  }

  /** By score where higher levels pass, by the probability to pass otherwise. */
  private Discrimination shown(PassMap map, LevelParts divided, Direction direction) {
    boolean byScore = map.scale().passesUpwards();
    return Discrimination.of(
        passed(map, divided.train(), byScore),
        passed(map, divided.held(), byScore),
        byScore ? direction : Direction.UP,
        resampling);
  }

  private static List<Judgement> passed(PassMap map, List<LevelJudgement> rows, boolean byScore) {
    return rows.stream()
        .map(
            row ->
                row.passed(
                    map.scale().passing(), byScore ? row.score() : map.probability(row.score())))
        .toList();
  }

  private List<String> shortfalls(
      Direction direction, PassMap map, LevelParts divided, Discrimination shown, Fitted fitted) {
    if (!map.scale().passing().isEmpty()) {
      return fitness.shortfalls(
          direction,
          map,
          passed(map, divided.held(), true).stream().map(Judgement::labelled).toList(),
          shown,
          fitted.coverage());
    }
    List<String> shortfalls = new ArrayList<>();
    shortfalls.add("'passing' of the dimension names no level that passes");
    shortfalls.addAll(
        new Fitness(0, Set.of())
            .shortfalls(Direction.NONE, map, List.of(), shown, fitted.coverage()));
    return shortfalls;
  }

  private String fewGroups(LevelParts divided) {
    Map<Part, Integer> groups = new EnumMap<>(Part.class);
    groups.put(Part.TRAIN, LevelJudgement.groups(divided.train()));
    groups.put(Part.CONFORMAL, LevelJudgement.groups(divided.conformal()));
    groups.put(Part.TEST, LevelJudgement.groups(divided.test()));
    return SplitConformal.fewGroups(groups, minGroups, alpha);
  }

  private static Calibration result(
      CalibrationStatus status,
      String reason,
      LevelParts divided,
      Discrimination shown,
      Optional<Fitted> fitted) {
    return new Calibration(
        status,
        reason,
        fitted.map(Fitted::map),
        divided.train().size(),
        divided.conformal().size(),
        divided.test().size(),
        LevelJudgement.groups(divided.train())
            + LevelJudgement.groups(divided.conformal())
            + LevelJudgement.groups(divided.test()),
        fitted.map(Fitted::conformal),
        fitted.flatMap(Fitted::coverage),
        fitted.flatMap(Fitted::reliability),
        shown.auroc(),
        shown.baselines(),
        shown.gains());
  }
}
