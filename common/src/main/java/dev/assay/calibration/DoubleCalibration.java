package dev.assay.calibration;

import dev.assay.core.Direction;
import dev.assay.stats.Resampling;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The two stages of calibration and their checks, each on groups of its own: the map is fitted on
 * train groups, the conformal quantile comes from conformal groups, coverage is measured on test
 * groups; AUROC, ECE, Brier and log loss on conformal and test groups together, none of which the
 * map has seen.
 *
 * @param calibrator stage 1
 * @param splits which group serves what
 * @param alpha the error rate of stage 2, in (0, 0.5]
 * @param minGroups the fewest labelled groups in each part; fewer give {@code too_few}
 * @param bins number of bins of the reliability curve
 * @param fitness what the metric must show
 * @param resampling of the AUROC intervals
 */
public record DoubleCalibration(
    Calibrator calibrator,
    Splits splits,
    double alpha,
    int minGroups,
    int bins,
    Fitness fitness,
    Resampling resampling)
    implements Serializable {

  /** Calibrates one metric on one dimension and slice; any order of the rows gives the same. */
  public Calibration calibrate(List<Judgement> rows, Direction direction) {
    return calibrate(rows, Scale.of(direction));
  }

  /** The same with all that is known of the metric beforehand. */
  public Calibration calibrate(List<Judgement> rows, Scale scale) {
    Direction direction = scale.direction();
    Map<Part, List<Judgement>> parts = parts(rows);
    List<Judgement> held = new ArrayList<>(parts.get(Part.CONFORMAL));
    held.addAll(parts.get(Part.TEST));
    Discrimination shown = Discrimination.of(parts.get(Part.TRAIN), held, direction, resampling);

    Fit fit = calibrator.on(scale).fit(scores(parts.get(Part.TRAIN)));
    if (fit instanceof Fit.Degenerate none) {
      boolean few = Judgement.groups(parts.get(Part.TRAIN)) < minGroups;
      return result(
          few ? CalibrationStatus.TOO_FEW : CalibrationStatus.DEGENERATE,
          few ? fewGroups(parts) : none.reason(),
          parts,
          shown,
          Optional.empty());
    }
    Fitted fitted = fitted(((Fit.Fitted) fit).map(), parts, held);
    String few = fewGroups(parts);
    if (few.isEmpty() && shown.auroc().isEmpty()) {
      few = "every held-out label is " + held.get(0).labelled().label();
    }
    if (!few.isEmpty()) {
      return result(CalibrationStatus.TOO_FEW, few, parts, shown, Optional.of(fitted));
    }
    List<String> shortfalls =
        fitness.shortfalls(direction, fitted.map(), scores(held), shown, fitted.coverage());
    return result(
        shortfalls.isEmpty() ? CalibrationStatus.OK : CalibrationStatus.UNFIT,
        String.join("; ", shortfalls),
        parts,
        shown,
        Optional.of(fitted));
  }

  /** Rows that allow no fit for {@code reason}, or are too few for one. */
  Calibration unfitted(List<Judgement> rows, String reason) {
    Map<Part, List<Judgement>> parts = parts(rows);
    boolean few = Judgement.groups(parts.get(Part.TRAIN)) < minGroups;
    return result(
        few ? CalibrationStatus.TOO_FEW : CalibrationStatus.DEGENERATE,
        few ? fewGroups(parts) : reason,
        parts,
        Discrimination.NOTHING,
        Optional.empty());
  }

  /** Rows that are too few to be fitted, for {@code reason}. */
  public Calibration counted(List<Judgement> rows, String reason) {
    return result(
        CalibrationStatus.TOO_FEW, reason, parts(rows), Discrimination.NOTHING, Optional.empty());
  }

  private Map<Part, List<Judgement>> parts(List<Judgement> rows) {
    Map<Part, List<Judgement>> parts = new EnumMap<>(Part.class);
    for (Part part : Part.values()) {
      parts.put(part, new ArrayList<>());
    }
    rows.stream()
        .sorted(Comparator.comparing(Judgement::labelled, LabelledScore.ORDER))
        .forEach(row -> parts.get(splits.of(row.groupId())).add(row));
    return parts;
  }

  private record Fitted(
      ProbabilityMap map,
      SplitConformal conformal,
      Optional<Coverage> coverage,
      Optional<Reliability> reliability) {}

  private Fitted fitted(
      ProbabilityMap map, Map<Part, List<Judgement>> parts, List<Judgement> held) {
    SplitConformal conformal = SplitConformal.fit(map, scores(parts.get(Part.CONFORMAL)), alpha);
    List<LabelledScore> test = scores(parts.get(Part.TEST));
    return new Fitted(
        map,
        conformal,
        test.isEmpty() ? Optional.empty() : Optional.of(Coverage.of(conformal, map, test)),
        held.isEmpty() ? Optional.empty() : Optional.of(Reliability.of(map, scores(held), bins)));
  }

  /** Which parts are too small, and what would help; empty when none is. */
  private String fewGroups(Map<Part, List<Judgement>> parts) {
    Map<Part, Integer> groups = new EnumMap<>(Part.class);
    parts.forEach((part, rows) -> groups.put(part, Judgement.groups(rows)));
    return SplitConformal.fewGroups(groups, minGroups, alpha);
  }

  private static Calibration result(
      CalibrationStatus status,
      String reason,
      Map<Part, List<Judgement>> parts,
      Discrimination shown,
      Optional<Fitted> fitted) {
    return new Calibration(
        status,
        reason,
        fitted.map(Fitted::map),
        parts.get(Part.TRAIN).size(),
        parts.get(Part.CONFORMAL).size(),
        parts.get(Part.TEST).size(),
        parts.values().stream().mapToInt(Judgement::groups).sum(),
        fitted.map(Fitted::conformal),
        fitted.flatMap(Fitted::coverage),
        fitted.flatMap(Fitted::reliability),
        shown.auroc(),
        shown.baselines(),
        shown.gains());
  }

  private static List<LabelledScore> scores(List<Judgement> rows) {
    return rows.stream().map(Judgement::labelled).toList();
  }
}
