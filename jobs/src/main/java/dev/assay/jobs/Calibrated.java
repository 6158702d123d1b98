package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.CalibrationStatus;
import dev.assay.calibration.DecisionRule;
import dev.assay.calibration.JointMap;
import dev.assay.calibration.LevelMaps;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.OrdinalMap;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.calibration.SplitConformal;
import dev.assay.calibration.StatedMap;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * A stored calibration, ready to be applied.
 *
 * @param id of the calibration
 * @param slice of the labels that it was fitted on: {@code all}, or key=value
 * @param rule absent when nothing could be fitted; {@code status} and {@code reason} say why
 * @param aurocLow lower bound of its AUROC, or −1 without one
 * @param inputs the metrics that enter, where {@code metric} names a model of several
 */
record Calibrated(
    String id,
    String metric,
    String dimension,
    String slice,
    double alpha,
    CalibrationStatus status,
    String reason,
    DecisionRule ruleOrNull,
    double aurocLow,
    List<String> inputs)
    implements Serializable {

  /** What applies it, if anything could be fitted. */
  Optional<DecisionRule> rule() {
    return Optional.ofNullable(ruleOrNull);
  }

  /** Turns the scores of several metrics into that of {@code metric}; empty for a metric. */
  Optional<JointMap> joint() {
    return inputs.isEmpty()
        ? Optional.empty()
        : rule().map(rule -> JointMap.of(rule.map().method(), rule.map().parameters()));
  }

  /** The calibrations of the last finished {@code calibrate} under this run's name. */
  static List<Calibrated> latest(Run run) {
    return fittedAt(run, run.latestStart("calibrate"));
  }

  /** The calibrations of the {@code calibrate} that started then. */
  static List<Calibrated> fittedAt(Run run, Timestamp start) {
    List<Calibrated> calibrated = new ArrayList<>();
    for (Row row :
        run.store()
            .read(Tables.CALIBRATIONS)
            .where(col("fitted_at").equalTo(start).and(col("slice").equalTo(Cells.ALL)))
            .orderBy("metrics", "dimension")
            .collectAsList()) {
      calibrated.add(of(row));
    }
    return calibrated;
  }

  /**
   * Those of the slices by {@code automate.by} that were fitted on labels of their own, from the
   * {@code calibrate} that started then.
   */
  static List<Calibrated> slices(Run run, Timestamp start) {
    String by = run.config().automate().by();
    List<Calibrated> calibrated = new ArrayList<>();
    if (by.equals("none")) {
      return calibrated;
    }
    // What was fitted on labels of its own has been measured on them.
    for (Row row :
        run.store()
            .read(Tables.CALIBRATIONS)
            .where(col("fitted_at").equalTo(start).and(col("slice").startsWith(by + "=")))
            .where("inputs IS NULL AND size(parameters) > 0 AND log_loss IS NOT NULL")
            .orderBy("metrics", "dimension", "slice")
            .collectAsList()) {
      calibrated.add(of(row));
    }
    return calibrated;
  }

  /** By metric, dimension and slice. */
  String name() {
    return metric + " " + dimension + " " + slice;
  }

  private static ProbabilityMap map(Row row, Map<String, Double> parameters) {
    String method = row.getAs("method");
    if (row.<Object>getAs("inputs") != null) {
      return new StatedMap(method, parameters);
    }
    if (!LevelMaps.knows(method)) {
      return ProbabilityMaps.of(method, parameters);
    }
    return new PassMap(
        LevelMaps.of(method, parameters),
        LevelScale.of(
            row.getList(row.fieldIndex("levels")),
            method.equals(OrdinalMap.METHOD),
            row.getList(row.fieldIndex("passing"))));
  }

  private static Calibrated of(Row row) {
    CalibrationStatus status = CalibrationStatus.of(row.getAs("status"));
    String reason = row.getAs("reason") == null ? "" : row.getAs("reason");
    Map<String, Double> parameters = new HashMap<>(row.getJavaMap(row.fieldIndex("parameters")));
    double alpha = row.getAs("alpha");
    Double quantile = row.getAs("quantile");
    DecisionRule rule =
        parameters.isEmpty()
            ? null
            : new DecisionRule(
                status,
                reason,
                map(row, parameters),
                new SplitConformal(
                    alpha, quantile == null ? Double.POSITIVE_INFINITY : quantile, 0));
    Double low = row.getAs("auroc_low");
    return new Calibrated(
        row.getAs("calibration_id"),
        row.<String>getList(row.fieldIndex("metrics")).get(0),
        row.getAs("dimension"),
        row.getAs("slice"),
        alpha,
        status,
        reason,
        rule,
        low == null ? -1 : low,
        row.<Object>getAs("inputs") == null
            ? List.of()
            : List.copyOf(row.getList(row.fieldIndex("inputs"))));
  }
}
