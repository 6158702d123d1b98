package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledParts;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Splits;
import dev.assay.calibration.StatedMap;
import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The two stages of calibration and their checks, each on groups of its own: the map is fitted on
 * train groups, the conformal quantile comes from conformal groups, coverage is measured on test
 * groups; AUROC, ECE, Brier and log loss on conformal and test groups together, none of which the
 * map has seen. What must be told apart is what passes from what does not; where no level is said
 * to pass, nothing can be accepted or rejected. Several metrics are held to what a single one is
 * held to, with their probability for a score.
 *
 * @param calibrator stage 1
 * @param sets the nonconformity that stage 2 makes sets by
 * @param splits which group serves what
 * @param alpha the error rate of stage 2, in (0, 0.5]
 * @param minGroups the fewest labelled groups in each part; fewer give {@code too_few}
 * @param bins number of bins of the reliability curve
 * @param fitness what the metric must show
 * @param resampling of the AUROC intervals
 */
public record DoubleCalibration(
    Calibrator calibrator,
    Nonconformity sets,
    Splits splits,
    double alpha,
    int minGroups,
    int bins,
    Fitness fitness,
    Resampling resampling)
    implements Serializable {
  private static final Scale PROBABILITY = new Scale(Direction.UP, 0, 1);

  /** The same by another calibrator and sets of its labels. */
  public DoubleCalibration by(Calibrator other, Nonconformity ofLevels) {
    return new DoubleCalibration(
        other, ofLevels, splits, alpha, minGroups, bins, fitness, resampling);
  }

  /** Calibrates one metric of which nothing but its direction is known. */
  public Calibration calibrate(List<LabelledResponse> rows, Direction direction) {
    return calibrate(rows, Scale.of(direction));
  }

  /**
   * Calibrates one cell of metric, dimension and slice; any order of the rows gives the same.
   *
   * @param metric what is known of the scores beforehand; of several metrics it does not matter
   */
  public Calibration calibrate(List<LabelledResponse> rows, Scale metric) {
    LabelledParts parts = LabelledParts.of(splits, rows);
    Fit fit = calibrator.on(metric).fit(parts.train());
    if (fit instanceof Fit.Degenerate none) {
      boolean few = LabelledResponse.groups(parts.train()) < minGroups;
      return result(
          few ? CalibrationStatus.TOO_FEW : CalibrationStatus.DEGENERATE,
          few ? fewGroups(parts) : none.reason(),
          parts,
          withoutMap(parts, metric),
          Optional.empty());
    }
    ProbabilityMap map = ((Fit.Fitted) fit).map();
    if (parts.train().get(0).scores().size() == 1) {
      return checked(map, map, parts, metric);
    }
    List<LabelledResponse> stated =
        rows.stream().map(row -> row.scored(map.probability(row.vector()))).toList();
    return checked(
        map,
        new StatedMap(map.method(), map.parameters()),
        LabelledParts.of(splits, stated),
        PROBABILITY);
  }

  /** Rows that are too few to be fitted, for {@code reason}. */
  public Calibration counted(List<LabelledResponse> rows, String reason) {
    return result(
        CalibrationStatus.TOO_FEW,
        reason,
        LabelledParts.of(splits, rows),
        Discrimination.NOTHING,
        Optional.empty());
  }

  /** Where the labels allow no map, a metric shows what it can by its scores alone. */
  private Discrimination withoutMap(LabelledParts parts, Scale metric) {
    boolean joint =
        Stream.concat(parts.train().stream(), parts.held().stream())
            .anyMatch(row -> row.scores().size() > 1);
    return calibrator.levels().isBinary() && !joint
        ? Discrimination.of(parts.train(), parts.held(), metric.direction(), resampling)
        : Discrimination.NOTHING;
  }

  /**
   * What was fitted, with its checks.
   *
   * @param map of the calibration
   * @param shown the same on the scores of {@code parts}
   */
  private Calibration checked(
      ProbabilityMap map, ProbabilityMap shown, LabelledParts parts, Scale metric) {
    LevelScale levels = map.scale();
    Direction direction = levels.passesUpwards() ? metric.direction() : Direction.NONE;
    Fitted fitted = fitted(map, shown, parts);
    Discrimination told = told(shown, parts, direction);
    String few = fewGroups(parts);
    if (few.isEmpty() && !levels.passing().isEmpty() && told.auroc().isEmpty()) {
      few = oneLabel(parts.held().get(0), levels);
    }
    if (!few.isEmpty()) {
      return result(CalibrationStatus.TOO_FEW, few, parts, told, Optional.of(fitted));
    }
    List<String> shortfalls = shortfalls(direction, shown, parts.held(), told, fitted);
    fitted
        .reliability()
        .flatMap(seen -> Fitness.againstBaseRate(levels, parts, seen))
        .ifPresent(shortfalls::add);
    return result(
        shortfalls.isEmpty() ? CalibrationStatus.OK : CalibrationStatus.UNFIT,
        String.join("; ", shortfalls),
        parts,
        told,
        Optional.of(fitted));
  }

  private List<String> shortfalls(
      Direction direction,
      ProbabilityMap map,
      List<LabelledResponse> held,
      Discrimination told,
      Fitted fitted) {
    if (!map.scale().passing().isEmpty()) {
      return fitness.shortfalls(direction, map, held, told, fitted.coverage());
    }
    List<String> shortfalls = new ArrayList<>();
    shortfalls.add("'passing' of the dimension names no level that passes");
    shortfalls.addAll(
        new Fitness(0, Set.of())
            .shortfalls(Direction.NONE, map, List.of(), told, fitted.coverage()));
    return shortfalls;
  }

  private static String oneLabel(LabelledResponse held, LevelScale levels) {
    if (levels.isBinary()) {
      return "every held-out label is " + held.level();
    }
    return levels.passing().contains(held.level())
        ? "every held-out label passes"
        : "no held-out label passes";
  }

  private record Fitted(
      ProbabilityMap map,
      Quantile conformal,
      Optional<Coverage> coverage,
      Optional<Reliability> reliability) {}

  private Fitted fitted(ProbabilityMap map, ProbabilityMap shown, LabelledParts parts) {
    Quantile conformal = Quantile.of(shown, sets, parts.conformal(), alpha);
    List<LabelledResponse> held = parts.held();
    return new Fitted(
        map,
        conformal,
        parts.test().isEmpty()
            ? Optional.empty()
            : Optional.of(
                Coverage.of(conformal, shown, sets, parts.test())
                    .with(CoverageSpread.of(shown, sets, parts, alpha, splits.seed()))),
        held.isEmpty() ? Optional.empty() : Optional.of(Reliability.of(shown, held, bins)));
  }

  /** By score where higher levels pass, by the probability to pass otherwise. */
  private Discrimination told(ProbabilityMap map, LabelledParts parts, Direction direction) {
    if (map.scale().passing().isEmpty()) {
      return Discrimination.NOTHING;
    }
    boolean byScore = map.scale().passesUpwards();
    return Discrimination.of(
        passed(map, parts.train(), byScore),
        passed(map, parts.held(), byScore),
        byScore ? direction : Direction.UP,
        resampling);
  }

  private static List<LabelledResponse> passed(
      ProbabilityMap map, List<LabelledResponse> rows, boolean byScore) {
    return rows.stream()
        .map(row -> (byScore ? row : row.scored(map.probability(row.score()))).passed(map.scale()))
        .toList();
  }

  /** Which parts are too small, and what would help; empty when none is. */
  private String fewGroups(LabelledParts parts) {
    return Quantile.fewGroups(parts.groups(), minGroups, alpha);
  }

  private Calibration result(
      CalibrationStatus status,
      String reason,
      LabelledParts parts,
      Discrimination told,
      Optional<Fitted> fitted) {
    return new Calibration(
        status,
        reason,
        fitted.map(Fitted::map),
        sets,
        parts.train().size(),
        parts.conformal().size(),
        parts.test().size(),
        parts.groups().values().stream().mapToInt(Integer::intValue).sum(),
        fitted.map(Fitted::conformal),
        fitted.flatMap(Fitted::coverage),
        fitted.flatMap(Fitted::reliability),
        told.auroc(),
        told.baselines(),
        told.gains());
  }
}
