package dev.assay.jobs.calibrating;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.conformal.Calibration;
import dev.assay.conformal.Coverage;
import dev.assay.conformal.CoverageSpread;
import dev.assay.conformal.Quantile;
import dev.assay.stats.Interval;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/** Calibrations as rows of their table. */
record CalibrationRows(Timestamp fittedAt, CalibrateConfig config, long seed, String night)
    implements Serializable {

  /** The row of the cell (metric, dimension, slice) that was calibrated on {@code labelled}. */
  Row row(
      Row cell,
      List<LabelledResponse> labelled,
      Calibration calibration,
      CellCalibrators calibrators) {
    String metric = cell.getAs("metric");
    String dimension = cell.getAs("dimension");
    Optional<List<String>> inputs =
        Optional.ofNullable(calibrators.models().get(metric)).map(JointModelConfig::metrics);
    Optional<LevelScale> levels =
        Optional.of(calibrators.scaleOf(dimension)).filter(scale -> !scale.isBinary());
    Optional<Reliability> reliability = calibration.reliability();
    Optional<Coverage> coverage = calibration.coverage();
    Optional<CoverageSpread> spread = coverage.flatMap(Coverage::spread);
    Optional<Interval> auroc = calibration.auroc();
    String method =
        calibration
            .map()
            .map(ProbabilityMap::method)
            .orElseGet(() -> calibrators.method(metric, dimension));
    CalibrationIdentity identity =
        new CalibrationIdentity(config, seed, night, calibration.sets(), inputs, levels);
    return NamedRow.of(Tables.CALIBRATIONS)
        .set("calibration_id", identity.of(cell, method, labelled))
        .set("metrics", List.of(metric))
        .copy(cell, "dimension", "slice")
        .set("method", method)
        .set("parameters", calibration.map().map(ProbabilityMap::parameters).orElse(Map.of()))
        .set("n_train", (long) calibration.nTrain())
        .set("n_conformal", (long) calibration.nConformal())
        .set("n_groups", (long) calibration.nGroups())
        .set("alpha", config.alpha())
        .set("quantile", calibration.conformal().map(Quantile::finite))
        .set("coverage", coverage.map(Coverage::share))
        .set("coverage_mean", spread.map(CoverageSpread::mean))
        .set("coverage_low", spread.map(CoverageSpread::low))
        .set("coverage_high", spread.map(CoverageSpread::high))
        .set("set_sizes", coverage.map(CalibrationRows::sizes).orElse(Map.of()))
        .set("curve", reliability.map(CalibrationRows::curve).orElse(List.of()))
        .set("ece", reliability.map(Reliability::ece))
        .set("brier", reliability.map(Reliability::brier))
        .set("brier_reliability", reliability.map(r -> r.murphy().reliability()))
        .set("brier_resolution", reliability.map(r -> r.murphy().resolution()))
        .set("brier_uncertainty", reliability.map(r -> r.murphy().uncertainty()))
        .set("log_loss", reliability.map(Reliability::logLoss))
        .set("auroc", auroc.map(Interval::estimate))
        .set("auroc_low", auroc.map(Interval::low))
        .set("auroc_high", auroc.map(Interval::high))
        .set("baseline_aurocs", baselines(calibration))
        .set("fitted_at", fittedAt)
        .set("status", calibration.status().id())
        .set("reason", Optional.of(calibration.reason()).filter(why -> !why.isEmpty()))
        .set("inputs", inputs)
        .set("levels", levels.map(LevelScale::names))
        .set("passing", levels.map(LevelScale::passingNames))
        .build();
  }

  private static Map<String, Double> sizes(Coverage coverage) {
    Map<String, Double> sizes = new HashMap<>();
    for (int size = 0; size < coverage.setSizes().size(); size++) {
      sizes.put(Integer.toString(size), coverage.setSizes().get(size));
    }
    return sizes;
  }

  private static List<Row> curve(Reliability reliability) {
    StructType bins = Tables.CALIBRATIONS.element("curve");
    return reliability.curve().stream()
        .map(
            bin ->
                NamedRow.of(bins)
                    .set("score", bin.score())
                    .set("probability", bin.observed())
                    .set("ci_low", bin.low())
                    .set("ci_high", bin.high())
                    .set("n", (long) bin.n())
                    .build())
        .toList();
  }

  private static Map<String, Double> baselines(Calibration calibration) {
    Map<String, Double> baselines = new HashMap<>();
    calibration.baselines().forEach((name, area) -> baselines.put(name, area.estimate()));
    return baselines;
  }
}
