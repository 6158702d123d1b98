package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.struct;

import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.Scale;
import dev.assay.calibration.Threshold;
import dev.assay.calibration.Thresholds;
import dev.assay.config.ThresholdsConfig;
import dev.assay.core.Direction;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Seeds;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Thresholds of every metric that has a better end, by dimension, method and appetite. */
final class ThresholdRows {
  private final Run run;
  private final Map<String, Scale> scales;

  ThresholdRows(Run run, Map<String, Scale> scales) {
    this.run = run;
    this.scales = scales;
  }

  /** Of judged rows, as {@link Judgements#sliced} has them. */
  Dataset<Row> rows(Dataset<Row> judged) {
    HashMap<String, Direction> directions = new HashMap<>();
    scales.forEach(
        (metric, scale) -> {
          if (scale.direction() != Direction.NONE) {
            directions.put(metric, scale.direction());
          }
        });
    ThresholdsConfig config = run.config().thresholds();
    TreeMap<String, Double> confidence = new TreeMap<>(config.confidence());
    Thresholds thresholds =
        new Thresholds(config.folds(), Seeds.of(run.config().run().seed(), "thresholds", ""));
    return judged
        .where(
            col("slice").equalTo(Cells.ALL).and(col("metric").isin(directions.keySet().toArray())))
        .groupBy("metric", "dimension", "slice")
        .agg(collect_list(struct(col("group_id"), col("value"), col("label"))).as("rows"))
        .flatMap(
            (FlatMapFunction<Row, Row>)
                cell -> chosen(cell, directions.get(cell.getString(0)), confidence, thresholds),
            Encoders.row(Tables.THRESHOLDS.schema()));
  }

  private static Iterator<Row> chosen(
      Row cell, Direction direction, Map<String, Double> confidence, Thresholds thresholds) {
    List<LabelledScore> labelled = new ArrayList<>();
    for (Row row : cell.<Row>getList(3)) {
      labelled.add(LabelledScore.of(row.getString(0), row.getDouble(1), row.getInt(2)));
    }
    OptionalDouble auroc = auroc(labelled, direction);
    long groups = labelled.stream().map(LabelledScore::groupId).distinct().count();
    List<Row> rows = new ArrayList<>();
    List<Double> levels = List.copyOf(confidence.values());
    Iterator<List<Threshold>> found = thresholds.choose(labelled, direction, levels).iterator();
    confidence.forEach(
        (appetite, level) -> {
          for (Threshold one : found.next()) {
            rows.add(
                RowFactory.create(
                    cell.getString(0),
                    cell.getString(1),
                    cell.getString(2),
                    one.method(),
                    appetite,
                    level,
                    boxed(one.threshold()),
                    one.foldThresholds().toArray(Double[]::new),
                    boxed(one.typeI()),
                    boxed(one.typeII()),
                    boxed(auroc),
                    groups,
                    one.reason().isEmpty() ? null : one.reason()));
          }
        });
    return rows.iterator();
  }

  private static OptionalDouble auroc(List<LabelledScore> rows, Direction direction) {
    double sign = direction == Direction.UP ? 1 : -1;
    return Auroc.of(
        rows.stream().mapToDouble(row -> sign * row.score()).toArray(),
        Cohort.of(
            rows.stream().map(LabelledScore::groupId).toArray(String[]::new),
            rows.stream().mapToInt(LabelledScore::label).toArray()));
  }

  private static Double boxed(OptionalDouble value) {
    return value.isPresent() ? (Double) value.getAsDouble() : null;
  }
}
