package dev.assay.jobs.calibrating;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.config.SetsConfig;
import dev.assay.conformal.Calibration;
import dev.assay.conformal.DoubleCalibration;
import dev.assay.jobs.scores.Cells;
import dev.assay.tables.RowValues;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.Row;

/**
 * What an executor makes of the labelled rows of a cell of metric, dimension and slice: its
 * calibration, as a row of the table.
 *
 * @param plan the same of every cell
 * @param calibrators what is fitted in it
 * @param sets the nonconformity of levels
 * @param few the fewest groups of a slice with a calibration of its own
 * @param rows of the table
 */
record CalibrationWork(
    DoubleCalibration plan,
    CellCalibrators calibrators,
    SetsConfig sets,
    int few,
    CalibrationRows rows)
    implements Serializable {

  /** A slice with too few groups is only counted: it takes its parent's calibration. */
  Row row(Row cell) {
    String metric = cell.getAs("metric");
    String dimension = cell.getAs("dimension");
    List<LabelledResponse> labelled = Judgements.responses(RowValues.list(cell, "rows"));
    LevelScale levels = calibrators.scaleOf(dimension);
    DoubleCalibration own =
        plan.by(calibrators.of(metric, dimension), Category.nonconformity(sets, levels));
    boolean whole = cell.getAs("slice").equals(Cells.ALL);
    int groups = LabelledResponse.groups(labelled);
    Calibration calibration =
        whole || groups >= few
            ? own.calibrate(labelled, calibrators.scale(metric))
            : own.counted(
                labelled,
                "%d labelled groups of the %d of a slice of its own".formatted(groups, few));
    return rows.row(cell, labelled, calibration, calibrators);
  }
}
