package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.jobs.calibrating.HumanPredictions;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.scores.CellRows;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.slices.Slices;
import dev.assay.stats.Interval;
import dev.assay.stats.Range;
import dev.assay.stats.ppi.HumanEquivalent;
import dev.assay.stats.ppi.PredictionPowered;
import dev.assay.stats.ppi.PredictionPowered.Sums;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
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

  /** The columns of a group's sums in a cell, and what its estimate rests on. */
  static final List<String> GROUP =
      List.of(
          "slice",
          "metric",
          "dimension",
          "system",
          "group_id",
          "stratum",
          "w",
          "wf",
          "lw",
          "ly",
          "lf",
          "n",
          "weighted",
          LeadingEstimates.BY);

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
    return CellRows.map(
        sums.select(
            Stream.concat(GROUP.stream(), Stream.of("responses", "unanswered"))
                .map(functions::col)
                .toArray(Column[]::new)),
        List.of("system", "slice", "metric", "dimension"),
        List.of("group_id"),
        SCHEMA,
        (cell, groups) -> row(cell, groups, confidence).stream().iterator());
  }

  /** Nothing without a label. */
  private static Optional<Row> row(Row cell, Iterator<Row> groups, double confidence) {
    PredictionPowered state = PredictionPowered.mean(Range.SHARE);
    Basis basis = new Basis();
    long labelled = 0;
    long responses = 0;
    long unanswered = 0;
    while (groups.hasNext()) {
      Row group = groups.next();
      state.add(group.getAs("stratum"), sums(group));
      basis.add(group);
      labelled += group.<Long>getAs("n");
      responses += group.<Long>getAs("responses");
      unanswered += group.<Long>getAs("unanswered");
    }
    return labelled == 0
        ? Optional.empty()
        : Optional.of(
            row(cell, state.estimate(confidence).orElseThrow(), basis, responses, unanswered));
  }

  private static Row row(
      Row cell, HumanEquivalent estimate, Basis basis, long responses, long unanswered) {
    HumanEquivalent human = LeadingEstimates.shown(estimate, basis.by());
    Interval interval = human.estimate();
    return NamedRow.of(SCHEMA)
        .copy(cell, "system", "slice", "metric", "dimension")
        .set("human_estimate", Rounding.toNano(interval.estimate()))
        .set("human_ci_low", interval.low().stream().map(Rounding::toNano).findFirst())
        .set("human_ci_high", interval.high().stream().map(Rounding::toNano).findFirst())
        .set("n_effective", Rounding.toNano(human.effectiveGroups()))
        .set("human_method", interval.method() + basis.words())
        .set("answered", responses - unanswered)
        .set("unanswered", unanswered)
        .set("labelled_groups", (long) interval.nGroups())
        .build();
  }

  /** What an estimate rests on: how labels were drawn, and which metric predicts. */
  static final class Basis {
    private boolean weighted = true;
    private String by;

    void add(Row group) {
      weighted &= !Boolean.FALSE.equals(group.<Boolean>getAs("weighted"));
      String own = group.getAs(LeadingEstimates.BY);
      by = by == null || own != null && own.compareTo(by) < 0 ? own : by;
    }

    /** As {@link LeadingEstimates#BY}. */
    String by() {
      return by;
    }

    String words() {
      return (weighted ? ", labels by 1/π" : ", labels as a uniform sample")
          + LeadingEstimates.words(by);
    }
  }

  /** The sums of a group. */
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
