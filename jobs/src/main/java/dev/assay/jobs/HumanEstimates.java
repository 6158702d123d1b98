package dev.assay.jobs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.conformal.CrossFit;
import dev.assay.stats.HumanEquivalent;
import dev.assay.stats.Interval;
import dev.assay.stats.PredictionPowered;
import dev.assay.stats.PredictionPowered.Sums;
import dev.assay.stats.Range;
import dev.assay.stats.Seeds;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF5;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The share of a system's responses that humans would pass, by slice, metric and human dimension:
 * prediction-powered, with a metric's cross-fitted probability as the prediction. A response
 * without a score is predicted at even odds, which costs width and nothing else.
 *
 * <p>Labels count 1/π where every label of the dimension was drawn by the review queue with a
 * chance π; otherwise they count the same, as a uniform sample.
 */
final class HumanEstimates {
  private static final int FOLDS = 5;
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
    Dataset<Row> labelled = labelled().localCheckpoint();
    return sums(covered, labelled, fits(labelled));
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
        Cells.grid(interval.estimate()),
        interval.low().isPresent() ? (Double) Cells.grid(interval.low().getAsDouble()) : null,
        interval.high().isPresent() ? (Double) Cells.grid(interval.high().getAsDouble()) : null,
        Cells.grid(human.effectiveGroups()),
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

  /**
   * case_id, system, repeat, metric, dimension, group_id, value, label, weight (NULL: not drawn).
   */
  private Dataset<Row> labelled() {
    LabelledScores scores = new LabelledScores(run);
    return scores.rows().join(scores.weights(), LabelledScores.keys(), "left");
  }

  private HashMap<String, CrossFit> fits(Dataset<Row> labelled) {
    long seed = Seeds.of(run.config().run().seed(), "human", "");
    HashMap<String, CrossFit> fits = new HashMap<>();
    labelled
        .groupBy("metric", "dimension")
        .agg(collect_list(struct("group_id", "value", "label")).as("rows"))
        .toJavaRDD()
        .mapToPair(
            cell ->
                new scala.Tuple2<>(
                    cell.getString(0) + " " + cell.getString(1),
                    CrossFit.fit(new LogisticCalibrator(), scores(cell.getList(2)), FOLDS, seed)
                        .orElse(null)))
        .filter(pair -> pair._2() != null)
        .collectAsMap()
        .forEach(fits::put);
    return fits;
  }

  private static List<LabelledScore> scores(List<Row> rows) {
    List<LabelledScore> scores = new ArrayList<>();
    for (Row row : rows) {
      scores.add(LabelledScore.of(row.getString(0), row.getDouble(1), row.getInt(2)));
    }
    return scores;
  }

  /** Sums by group of every cell. */
  private Dataset<Row> sums(
      Dataset<Row> covered, Dataset<Row> labelled, HashMap<String, CrossFit> fits) {
    Column prediction =
        udf(
                (UDF5<String, String, String, Double, Boolean, Double>)
                    (metric, dimension, group, value, isLabelled) -> {
                      CrossFit fit = fits.get(metric + " " + dimension);
                      if (fit == null || value == null) {
                        return .5;
                      }
                      return isLabelled ? fit.apart(group, value) : fit.mean(value);
                    },
                DataTypes.DoubleType)
            .apply(
                col("metric"),
                col("dimension"),
                col("group_id"),
                col("value"),
                col("label").isNotNull());
    Dataset<Row> pairs =
        labelled
            .groupBy("metric", "dimension")
            .agg(count(lit(1)).equalTo(count(col("weight"))).as("weighted"));
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
    Column f = col("f");
    Column w = col("sw");
    Column own =
        when(
                col("label").isNotNull(),
                when(col("weighted"), w.multiply(col("weight"))).otherwise(w))
            .otherwise(0.0);
    return run.store()
        .read(Tables.SCORES)
        .select("case_id", "system", "repeat", "metric", "value")
        .join(responses, Covered.keys())
        .join(org.apache.spark.sql.functions.broadcast(pairs), "metric")
        .join(
            labelled.select(
                "case_id", "system", "repeat", "metric", "dimension", "label", "weight"),
            Covered.on(List.of("case_id", "system", "repeat", "metric", "dimension")),
            "left")
        .withColumn("f", prediction)
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
}
