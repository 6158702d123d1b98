package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.Rounding;
import dev.assay.base.Seeds;
import dev.assay.calibration.LabelledResponse;
import dev.assay.config.JointModelConfig;
import dev.assay.conformal.CrossFit;
import dev.assay.conformal.HumanFit;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF5;
import org.apache.spark.sql.types.DataTypes;
import scala.Tuple2;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * What each calibrated metric, and each model of several, predicts of every covered response,
 * beside what people said of it. Predictions are cross-fitted by question. A response without a
 * score is predicted at even odds, labelled or not, which costs width and nothing else.
 */
public record HumanPredictions(Run run) {

  private static final int FOLDS = 5;
  private static final List<String> CELL =
      List.of("case_id", "system", "repeat", "metric", "dimension");

  /**
   * metric, dimension, label (NULL: nobody labelled it), weight (NULL: not drawn by a design),
   * weighted (whether every label was), prediction, with the columns of the response: one row a
   * response, metric and labelled dimension.
   *
   * @param responses case_id, system, repeat, group_id and what is to be kept
   */
  public Dataset<Row> rows(Dataset<Row> responses) {
    Dataset<Row> scores = scores();
    Dataset<Row> labelled =
        new Judgements(run)
            .said()
            .join(new LabelWeights(run).weights(), LabelWeights.keys(), "left")
            .join(responses.select("case_id", "system", "repeat", "group_id"), RunCoverage.keys())
            .join(scores, RunCoverage.keys())
            .where(not(Judgements.foreign(run.config())))
            .dropDuplicates(CELL.toArray(String[]::new))
            .transform(Kept::apart);
    Column prediction = prediction(fits(labelled));
    Dataset<Row> pairs =
        labelled
            .groupBy("metric", "dimension")
            .agg(count(lit(1)).equalTo(count(col("weight"))).as("weighted"));
    return scores
        .join(responses, RunCoverage.keys())
        .join(broadcast(pairs), "metric")
        .join(
            labelled.select(
                "case_id", "system", "repeat", "metric", "dimension", "label", "weight"),
            RunCoverage.on(CELL),
            "left")
        .withColumn("prediction", prediction);
  }

  /** case_id, system, repeat, metric, scores: one of a metric, several of a model, or NULL. */
  private Dataset<Row> scores() {
    Column known = when(col("status").equalTo("ok"), col("scores"));
    Dataset<Row> stored = run.store().read(Tables.SCORES);
    Dataset<Row> all = JointScores.of(stored, Judgements.metrics(run.config()));
    for (Map.Entry<String, JointModelConfig> model : run.config().jointModels().entrySet()) {
      all =
          all.unionByName(JointScores.ofModel(stored, model.getKey(), model.getValue().metrics()));
    }
    return all.withColumn("scores", known).drop("status", "reason");
  }

  private HashMap<String, CrossFit> fits(Dataset<Row> labelled) {
    long seed = Seeds.of(run.config().run().seed(), "human", "");
    CellCalibrators calibrators = CellCalibrators.ofSelected(run.config(), seed);
    HashMap<String, CrossFit> fits = new HashMap<>();
    labelled
        .where(col("scores").isNotNull())
        .groupBy("metric", "dimension")
        .agg(collect_list(struct("group_id", "scores", "level")).as("rows"))
        .toJavaRDD()
        .mapToPair(
            cell -> {
              String metric = cell.getAs("metric");
              String dimension = cell.getAs("dimension");
              HumanFit learner = new HumanFit(calibrators.of(metric, dimension));
              return new Tuple2<>(
                  metric + " " + dimension,
                  learner.crossFit(rows(RowValues.list(cell, "rows")), FOLDS, seed).orElse(null));
            })
        .filter(pair -> pair._2() != null)
        .collectAsMap()
        .forEach(fits::put);
    return fits;
  }

  private static List<LabelledResponse> rows(List<Row> structs) {
    List<LabelledResponse> rows = new ArrayList<>();
    for (Row row : structs) {
      rows.add(
          LabelledResponse.of(
              row.getAs("group_id"), RowValues.list(row, "scores"), row.getAs("level"), 1));
    }
    return rows;
  }

  private static Column prediction(HashMap<String, CrossFit> fits) {
    return udf(
            (UDF5<String, String, String, Seq<Double>, Boolean, Double>)
                (metric, dimension, group, scores, isLabelled) -> {
                  CrossFit fit = fits.get(metric + " " + dimension);
                  if (fit == null || scores == null) {
                    return .5;
                  }
                  double[] vector =
                      JavaConverters.seqAsJavaList(scores).stream()
                          .mapToDouble(Rounding::toNano)
                          .toArray();
                  return isLabelled ? fit.apart(group, vector) : fit.mean(vector);
                },
            DataTypes.DoubleType)
        .apply(
            col("metric"),
            col("dimension"),
            col("group_id"),
            col("scores"),
            col("label").isNotNull());
  }
}
