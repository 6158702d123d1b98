package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.ProbabilityMaps;
import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.slices.SliceBy;
import dev.assay.slices.SliceName;
import dev.assay.tables.RowValues;
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
 * @param mapOrNull absent when nothing could be fitted; {@code status} and {@code reason} say why
 * @param aurocLow lower bound of its AUROC, or −1 without one
 * @param inputs the metrics that enter, where {@code metric} names a model of several
 */
record StoredCalibration(
    String id,
    String metric,
    String dimension,
    String slice,
    double alpha,
    CalibrationStatus status,
    String reason,
    ProbabilityMap mapOrNull,
    double aurocLow,
    List<String> inputs)
    implements Serializable {

  /** From scores to probabilities, if anything could be fitted. */
  Optional<ProbabilityMap> map() {
    return Optional.ofNullable(mapOrNull);
  }

  /** The calibrations of the last finished {@code calibrate} under this run's name. */
  static List<StoredCalibration> latest(Run run) {
    return fittedAt(run, run.latestStart("calibrate"));
  }

  /** The calibrations of the {@code calibrate} that started then. */
  static List<StoredCalibration> fittedAt(Run run, Timestamp start) {
    List<StoredCalibration> calibrated = new ArrayList<>();
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
  static List<StoredCalibration> slices(Run run, Timestamp start) {
    String by = run.config().automate().by();
    List<StoredCalibration> calibrated = new ArrayList<>();
    if (by.equals("none")) {
      return calibrated;
    }
    // What was fitted on labels of its own has been measured on them.
    for (Row row :
        run.store()
            .read(Tables.CALIBRATIONS)
            .where(col("fitted_at").equalTo(start))
            .where("inputs IS NULL AND size(parameters) > 0 AND log_loss IS NOT NULL")
            .orderBy("metrics", "dimension", "slice")
            .collectAsList()) {
      if (SliceName.by(row.getAs("slice")).equals(SliceBy.parse(by))) {
        calibrated.add(of(row));
      }
    }
    return calibrated;
  }

  /** By metric, dimension and slice. */
  String name() {
    return metric + " " + dimension + " " + slice;
  }

  private static StoredCalibration of(Row row) {
    String reason = row.getAs("reason");
    Map<String, Double> parameters = new HashMap<>(RowValues.map(row, "parameters"));
    return new StoredCalibration(
        row.getAs("calibration_id"),
        RowValues.<String>list(row, "metrics").get(0),
        row.getAs("dimension"),
        row.getAs("slice"),
        row.getAs("alpha"),
        CalibrationStatus.of(row.getAs("status")),
        reason == null ? "" : reason,
        parameters.isEmpty()
            ? null
            : ProbabilityMaps.of(
                row.getAs("method"),
                parameters,
                RowValues.list(row, "levels"),
                RowValues.list(row, "passing")),
        RowValues.number(row, "auroc_low").orElse(-1),
        List.copyOf(RowValues.list(row, "inputs")));
  }
}
