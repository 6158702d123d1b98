package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.stats.HumanEquivalent;
import dev.assay.stats.Interval;
import dev.assay.stats.PredictionPowered;
import dev.assay.stats.PredictionPowered.Sums;
import dev.assay.stats.Range;
import dev.assay.stats.Rounding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/**
 * The share of a system's responses that humans would pass, by slice, metric and human dimension:
 * prediction-powered, with the cross-fitted probability of a metric, or of a model of several, as
 * the prediction.
 *
 * <p>Labels count 1/π where every label of the dimension was drawn by the review queue with a
 * chance π; otherwise they count the same, as a uniform sample.
 */
final class HumanEstimates {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "system STRING, slice STRING, metric STRING, dimension STRING, human_estimate DOUBLE,"
              + " human_ci_low DOUBLE, human_ci_high DOUBLE, n_effective DOUBLE,"
              + " human_method STRING");

  private final Run run;

  HumanEstimates(Run run) {
    this.run = run;
  }

  /** A group's sums in a cell, as {@link #add} reads them. */
  static Column group() {
    return struct("group_id", "stratum", "w", "wf", "lw", "ly", "lf", "n");
  }

  /** Sums by group of every cell of every system; nothing without labels. */
  Dataset<Row> sums(Dataset<Row> covered) {
    boolean sampled = covered.where(col("sampling_weight").isNull()).isEmpty();
    Dataset<Row> responses =
        covered.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("group_id"),
            (sampled ? col("sampling_weight") : lit(1.0)).as("sw"),
            coalesce(col("stratum_id").cast("string"), lit("")).as("stratum"),
            Cells.slices().as("slices"));
    Column f = col("prediction");
    Column w = col("sw");
    Column own =
        when(
                col("label").isNotNull(),
                when(col("weighted"), w.multiply(col("weight"))).otherwise(w))
            .otherwise(0.0);
    return new HumanPredictions(run)
        .rows(responses)
        .withColumn("own", own)
        .withColumn("slice", explode(col("slices")))
        .groupBy("system", "slice", "metric", "dimension", "group_id")
        .agg(
            min("stratum").as("stratum"),
            sum(w).as("w"),
            sum(w.multiply(f)).as("wf"),
            sum("own").as("lw"),
            sum(col("own").multiply(coalesce(col("label"), lit(0)))).as("ly"),
            sum(col("own").multiply(f)).as("lf"),
            sum(when(col("label").isNotNull(), 1L).otherwise(0L)).as("n"),
            min("weighted").as("weighted"));
  }

  /** One row a system, slice, metric and labelled dimension. */
  Dataset<Row> rows(Dataset<Row> sums) {
    double confidence = run.config().analyze().confidence();
    return sums.groupBy("system", "slice", "metric", "dimension")
        .agg(collect_list(group()).as("groups"), min("weighted").as("weighted"))
        .where("exists(groups, g -> g.n > 0)")
        .map((MapFunction<Row, Row>) cell -> row(cell, confidence), Encoders.row(SCHEMA));
  }

  private static Row row(Row cell, double confidence) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    List<Row> groups = new ArrayList<>(cell.getList(4));
    groups.sort(Comparator.comparing(group -> group.getString(0)));
    for (Row g : groups) {
      state.add(g.getString(1), sums(g));
    }
    HumanEquivalent human = state.estimate(confidence).orElseThrow();
    Interval interval = human.estimate();
    return RowFactory.create(
        cell.getString(0),
        cell.getString(1),
        cell.getString(2),
        cell.getString(3),
        Rounding.toNano(interval.estimate()),
        interval.low().isPresent() ? (Double) Rounding.toNano(interval.low().getAsDouble()) : null,
        interval.high().isPresent()
            ? (Double) Rounding.toNano(interval.high().getAsDouble())
            : null,
        Rounding.toNano(human.effectiveGroups()),
        interval.method() + drawn(cell.getBoolean(5)));
  }

  /** How labels were drawn, in words. */
  static String drawn(boolean weighted) {
    return weighted ? ", labels by 1/π" : ", labels as a uniform sample";
  }

  /** The sums of a group that {@link #group} made. */
  static Sums sums(Row group) {
    return new Sums(
        group.getDouble(2),
        group.getDouble(3),
        group.getDouble(4),
        group.getDouble(5),
        group.getDouble(6),
        group.getLong(7));
  }
}
