package dev.assay.jobs;

import dev.assay.calibration.Calibration;
import dev.assay.calibration.Coverage;
import dev.assay.calibration.JointJudgement;
import dev.assay.calibration.Judgement;
import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.core.Hashes;
import dev.assay.stats.Interval;
import java.io.Serializable;
import java.sql.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import scala.collection.JavaConverters;

/** Calibrations as rows of their table. */
record CalibrationRows(Timestamp fittedAt, CalibrateConfig config, long seed)
    implements Serializable {

  /** The row of the cell (metric, dimension, ...) that was calibrated on {@code labelled}. */
  Row row(Row cell, List<Judgement> labelled, Calibration calibration) {
    return row(
        cell,
        labelled.stream().map(Judgement::labelled).map(LabelledScore::toString),
        calibration,
        config.method(),
        null,
        null);
  }

  /** The same of a model of several metrics. */
  Row row(
      Row cell, List<JointJudgement> labelled, Calibration calibration, JointModelConfig model) {
    return row(
        cell,
        labelled.stream().map(JointJudgement::toString),
        calibration,
        model.method(),
        model.metrics(),
        null);
  }

  /** The same of a dimension with levels. */
  Row row(Row cell, List<LevelJudgement> labelled, Calibration calibration, LevelScale levels) {
    return row(
        cell,
        labelled.stream().map(one -> one.groupId() + " " + one.score() + " " + one.level()),
        calibration,
        levels.method(),
        null,
        levels);
  }

  private Row row(
      Row cell,
      Stream<String> labelled,
      Calibration calibration,
      String unfitted,
      List<String> inputsOrNull,
      LevelScale levelsOrNull) {
    Optional<Reliability> reliability = calibration.reliability();
    Optional<Coverage> coverage = calibration.coverage();
    String method = calibration.map().map(ProbabilityMap::method).orElse(unfitted);
    return RowFactory.create(
        id(cell, method, labelled),
        new String[] {cell.getString(0)},
        cell.getString(1),
        cell.getString(2),
        method,
        map(calibration.map().map(ProbabilityMap::parameters).orElse(Map.of())),
        (long) calibration.nTrain(),
        (long) calibration.nConformal(),
        (long) calibration.nGroups(),
        config.alpha(),
        calibration
            .conformal()
            .filter(sets -> sets.finiteQuantile().isPresent())
            .map(sets -> sets.finiteQuantile().getAsDouble())
            .orElse(null),
        coverage.map(Coverage::share).orElse(null),
        map(coverage.map(CalibrationRows::sizes).orElse(Map.of())),
        reliability.map(CalibrationRows::curve).orElse(new Row[0]),
        reliability.map(Reliability::ece).orElse(null),
        reliability.map(Reliability::brier).orElse(null),
        reliability.map(r -> r.murphy().reliability()).orElse(null),
        reliability.map(r -> r.murphy().resolution()).orElse(null),
        reliability.map(r -> r.murphy().uncertainty()).orElse(null),
        reliability.map(Reliability::logLoss).orElse(null),
        calibration.auroc().map(Interval::estimate).orElse(null),
        calibration.auroc().map(i -> boxed(i.low())).orElse(null),
        calibration.auroc().map(i -> boxed(i.high())).orElse(null),
        map(baselines(calibration)),
        fittedAt,
        calibration.status().id(),
        calibration.reason().isEmpty() ? null : calibration.reason(),
        inputsOrNull == null ? null : inputsOrNull.toArray(String[]::new),
        levelsOrNull == null ? null : levelsOrNull.names().toArray(String[]::new),
        levelsOrNull == null ? null : levelsOrNull.passingNames().toArray(String[]::new));
  }

  private String id(Row cell, String method, Stream<String> labelled) {
    String data = labelled.sorted().reduce("", (hash, row) -> Hashes.sha256(hash, row));
    return Hashes.sha256(
        cell.getString(0),
        cell.getString(1),
        cell.getString(2),
        method,
        config.toString(),
        Long.toString(seed),
        data);
  }

  private static Map<String, Double> sizes(Coverage coverage) {
    Map<String, Double> sizes = new HashMap<>();
    for (int size = 0; size < coverage.setSizes().size(); size++) {
      sizes.put(Integer.toString(size), coverage.setSizes().get(size));
    }
    return sizes;
  }

  private static Row[] curve(Reliability reliability) {
    return reliability.curve().stream()
        .map(
            bin ->
                RowFactory.create(
                    bin.score(), bin.observed(), bin.low(), bin.high(), (long) bin.n()))
        .toArray(Row[]::new);
  }

  private static Map<String, Double> baselines(Calibration calibration) {
    Map<String, Double> baselines = new HashMap<>();
    calibration.baselines().forEach((name, area) -> baselines.put(name, area.estimate()));
    return baselines;
  }

  private static scala.collection.Map<String, Double> map(Map<String, Double> values) {
    return JavaConverters.mapAsScalaMap(values);
  }

  private static Double boxed(java.util.OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }
}
