package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;

import dev.assay.base.Seeds;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.Scale;
import dev.assay.calibration.thresholds.Threshold;
import dev.assay.calibration.thresholds.Thresholds;
import dev.assay.config.ThresholdsConfig;
import dev.assay.core.Direction;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** Thresholds of every metric that has a better end, by dimension, method and appetite. */
record ThresholdRows(Run run, Map<String, Scale> scales) {

  /** Of labelled rows, as {@link Judgements#sliced} has them: those of binary dimensions. */
  Dataset<Row> rows(Dataset<Row> labelled) {
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
    Object[] levels = Judgements.scales(run.config()).keySet().toArray();
    return labelled
        .where(
            col("slice")
                .equalTo(Cells.ALL)
                .and(col("metric").isin(directions.keySet().toArray()))
                .and(not(col("dimension").isin(levels))))
        .groupBy("metric", "dimension", "slice")
        .agg(collect_list(struct("group_id", "label", "scores")).as("rows"))
        .flatMap(
            (FlatMapFunction<Row, Row>)
                cell ->
                    chosen(
                        cell, directions.get(cell.<String>getAs("metric")), confidence, thresholds),
            Encoders.row(Tables.THRESHOLDS.schema()));
  }

  private static Iterator<Row> chosen(
      Row cell, Direction direction, Map<String, Double> confidence, Thresholds thresholds) {
    List<LabelledResponse> labelled = new ArrayList<>();
    for (Row row : RowValues.<Row>list(cell, "rows")) {
      labelled.add(
          LabelledResponse.of(
              row.getAs("group_id"), RowValues.list(row, "scores"), row.getAs("label"), 1));
    }
    OptionalDouble auroc = auroc(labelled, direction);
    long groups = labelled.stream().map(LabelledResponse::groupId).distinct().count();
    List<Row> rows = new ArrayList<>();
    List<Double> levels = List.copyOf(confidence.values());
    Iterator<List<Threshold>> found = thresholds.choose(labelled, direction, levels).iterator();
    confidence.forEach(
        (appetite, level) -> {
          for (Threshold one : found.next()) {
            rows.add(
                NamedRow.of(Tables.THRESHOLDS)
                    .copy(cell, "metric", "dimension", "slice")
                    .set("method", one.method())
                    .set("appetite", appetite)
                    .set("confidence", level)
                    .set("threshold", one.threshold())
                    .set("fold_thresholds", one.foldThresholds())
                    .set("type_i", one.typeI())
                    .set("type_ii", one.typeII())
                    .set("auroc", auroc)
                    .set("n", groups)
                    .set("reason", Optional.of(one.reason()).filter(why -> !why.isEmpty()))
                    .build());
          }
        });
    return rows.iterator();
  }

  private static OptionalDouble auroc(List<LabelledResponse> rows, Direction direction) {
    double sign = direction == Direction.UP ? 1 : -1;
    return Auroc.of(
        rows.stream().mapToDouble(row -> sign * row.score()).toArray(),
        Cohort.of(
            rows.stream().map(LabelledResponse::groupId).toArray(String[]::new),
            rows.stream().mapToInt(LabelledResponse::level).toArray()));
  }
}
