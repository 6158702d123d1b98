package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.jobs.calibrating.HumanPredictions;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.slices.Slices;
import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The share of a system's responses that humans would pass, by slice, metric and human dimension:
 * prediction-powered, with the cross-fitted probability of a metric, or of a model of several, as
 * the prediction.
 *
 * <p>Labels count 1/π where every label of the dimension was drawn by the review queue with a
 * chance π; otherwise they count the same, as a uniform sample.
 */
record HumanEstimates(Run run, Slices slices) {

  private static final StructType SCHEMA =
      Tables.LEADERBOARD
          .select(
              "system",
              "slice",
              "metric",
              "dimension",
              "human_estimate",
              "human_ci_low",
              "human_ci_high",
              "n_effective")
          .add("human_method", DataTypes.StringType)
          .add("answered", DataTypes.LongType)
          .add("unanswered", DataTypes.LongType)
          .add("labelled_groups", DataTypes.LongType);

  /** A group's sums in a cell, as {@link #sums(Row)} reads them. */
  static Column group() {
    return struct("group_id", "stratum", "w", "wf", "lw", "ly", "lf", "n");
  }

  /**
   * What is predicted and was said of every response, by metric and dimension: {@code sw}, the
   * response's weight, and {@code own}, its label's, beside the columns of {@link
   * HumanPredictions#rows}; nothing without labels.
   */
  Dataset<Row> responses(Dataset<Row> covered) {
    boolean sampled = covered.where(col("sampling_weight").isNull()).isEmpty();
    Dataset<Row> responses =
        covered.select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("group_id"),
            (sampled ? col("sampling_weight") : lit(1.0)).as("sw"),
            Cells.stratum().as("stratum"),
            slices.column().as("slices"),
            col("answer").isNull().as("silent"));
    Column w = col("sw");
    Column own =
        when(
                col("label").isNotNull(),
                when(col("weighted"), w.multiply(col("weight"))).otherwise(w))
            .otherwise(0.0);
    return new HumanPredictions(run).rows(responses).withColumn("own", own);
  }

  /**
   * Sums by group of every cell of every system.
   *
   * @param responses of {@link #responses}
   */
  static Dataset<Row> sums(Dataset<Row> responses) {
    Column f = col("prediction");
    Column w = col("sw");
    return responses
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
            min("weighted").as("weighted"),
            count(lit(1)).as("responses"),
            sum(when(col("silent").and(col("label").isNull()), 1L).otherwise(0L)).as("unanswered"));
  }

  /**
   * One row a system, slice, metric and labelled dimension.
   *
   * @param sums of {@link #sums(Dataset)} with those of {@link LeadingEstimates}
   */
  Dataset<Row> rows(Dataset<Row> sums) {
    double confidence = run.config().analyze().confidence();
    return sums.groupBy("system", "slice", "metric", "dimension")
        .agg(
            collect_list(group()).as("groups"),
            min("weighted").as("weighted"),
            min(LeadingEstimates.BY).as(LeadingEstimates.BY),
            sum("responses").as("responses"),
            sum("unanswered").as("unanswered"))
        .where("exists(groups, g -> g.n > 0)")
        .map((MapFunction<Row, Row>) cell -> row(cell, confidence), Encoders.row(SCHEMA));
  }

  private static Row row(Row cell, double confidence) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    List<Row> groups = new ArrayList<>(RowValues.list(cell, "groups"));
    groups.sort(Comparator.comparing(group -> group.<String>getAs("group_id")));
    for (Row g : groups) {
      state.add(g.getAs("stratum"), sums(g));
    }
    HumanEquivalent human =
        LeadingEstimates.shown(
            state.estimate(confidence).orElseThrow(), cell.getAs(LeadingEstimates.BY));
    Interval interval = human.estimate();
    return NamedRow.of(SCHEMA)
        .copy(cell, "system", "slice", "metric", "dimension")
        .set("human_estimate", Rounding.toNano(interval.estimate()))
        .set("human_ci_low", interval.low().stream().map(Rounding::toNano).findFirst())
        .set("human_ci_high", interval.high().stream().map(Rounding::toNano).findFirst())
        .set("n_effective", Rounding.toNano(human.effectiveGroups()))
        .set(
            "human_method",
            interval.method()
                + drawn(cell.getAs("weighted"))
                + LeadingEstimates.words(cell.getAs(LeadingEstimates.BY)))
        .set("answered", cell.<Long>getAs("responses") - cell.<Long>getAs("unanswered"))
        .set("unanswered", cell.<Long>getAs("unanswered"))
        .set("labelled_groups", (long) interval.nGroups())
        .build();
  }

  /** How labels were drawn, in words. */
  static String drawn(boolean weighted) {
    return weighted ? ", labels by 1/π" : ", labels as a uniform sample";
  }

  /** The sums of a group that {@link #group} made. */
  static Sums sums(Row group) {
    return new Sums(
        group.getAs("w"),
        group.getAs("wf"),
        group.getAs("lw"),
        group.getAs("ly"),
        group.getAs("lf"),
        group.getAs("n"));
  }
}
