package dev.assay.jobs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.calibration.LevelScale;
import dev.assay.calibration.Scale;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.conformal.CrossFit;
import dev.assay.conformal.HumanFit;
import dev.assay.core.Direction;
import dev.assay.stats.Seeds;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
final class HumanPredictions {
  private static final int FOLDS = 5;
  private static final List<String> CELL =
      List.of("case_id", "system", "repeat", "metric", "dimension");

  private final Run run;

  HumanPredictions(Run run) {
    this.run = run;
  }

  /**
   * metric, dimension, label (NULL: nobody labelled it), weight (NULL: not drawn by a design),
   * weighted (whether every label was), prediction, with the columns of the response: one row a
   * response, metric and labelled dimension.
   *
   * @param responses case_id, system, repeat, group_id and what is to be kept
   */
  Dataset<Row> rows(Dataset<Row> responses) {
    Dataset<Row> scores = scores();
    Dataset<Row> labelled =
        new Judgements(run)
            .said()
            .join(new LabelledScores(run).weights(), LabelledScores.keys(), "left")
            .join(responses.select("case_id", "system", "repeat", "group_id"), Covered.keys())
            .join(scores, Covered.keys())
            .where(not(foreign()))
            .dropDuplicates(CELL.toArray(String[]::new))
            .localCheckpoint();
    Column prediction = prediction(fits(labelled));
    Dataset<Row> pairs =
        labelled
            .groupBy("metric", "dimension")
            .agg(count(lit(1)).equalTo(count(col("weight"))).as("weighted"));
    return scores
        .join(responses, Covered.keys())
        .join(broadcast(pairs), "metric")
        .join(
            labelled.select(
                "case_id", "system", "repeat", "metric", "dimension", "label", "weight"),
            Covered.on(CELL),
            "left")
        .withColumn("prediction", prediction);
  }

  /** case_id, system, repeat, metric, scores: one of a metric, several of a model, or NULL. */
  private Dataset<Row> scores() {
    Dataset<Row> all =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(Judgements.metrics(run.config()).toArray()))
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("metric"),
                when(col("status").equalTo("ok"), array(col("value"))).as("scores"));
    for (Map.Entry<String, JointModelConfig> model : models().entrySet()) {
      all = all.unionByName(JointScores.vectors(run, model.getKey(), model.getValue().metrics()));
    }
    return all;
  }

  private Map<String, JointModelConfig> models() {
    return run.config().calibrate().models();
  }

  /** A model predicts its own dimension alone. */
  private Column foreign() {
    Column foreign = lit(false);
    for (Map.Entry<String, JointModelConfig> model : models().entrySet()) {
      foreign =
          foreign.or(
              col("metric")
                  .equalTo(model.getKey())
                  .and(col("dimension").notEqual(model.getValue().dimension())));
    }
    return foreign;
  }

  private HashMap<String, CrossFit> fits(Dataset<Row> labelled) {
    long seed = Seeds.of(run.config().run().seed(), "human", "");
    TreeMap<String, LevelScale> levels = Judgements.scales(run.config());
    HashMap<String, Scale> metrics = new HashMap<>();
    Selected.metrics(run.config()).forEach((name, metric) -> metrics.put(name, Scale.of(metric)));
    HashMap<String, HumanFit> models = new HashMap<>();
    models()
        .forEach(
            (name, model) ->
                models.put(
                    name,
                    HumanFit.ofModel(
                        model.method(),
                        model.metrics().stream()
                            .map(input -> scale(metrics, input).direction())
                            .toList())));
    CalibrateConfig config = run.config().calibrate();
    HashMap<String, CrossFit> fits = new HashMap<>();
    labelled
        .where(col("scores").isNotNull())
        .groupBy("metric", "dimension")
        .agg(collect_list(struct("group_id", "scores", "level", "label")).as("rows"))
        .toJavaRDD()
        .mapToPair(
            cell -> {
              String metric = cell.getString(0);
              LevelScale scale = levels.get(cell.getString(1));
              HumanFit learner =
                  models.containsKey(metric)
                      ? models.get(metric)
                      : scale != null
                          ? HumanFit.ofLevels(scale)
                          : HumanFit.ofMetric(
                              config.method(),
                              config.candidates(),
                              config.folds(),
                              seed,
                              scale(metrics, metric));
              return new Tuple2<>(
                  metric + " " + cell.getString(1),
                  learner.crossFit(rows(cell.getList(2)), FOLDS, seed).orElse(null));
            })
        .filter(pair -> pair._2() != null)
        .collectAsMap()
        .forEach(fits::put);
    return fits;
  }

  private static Scale scale(Map<String, Scale> metrics, String name) {
    return metrics.getOrDefault(name, Scale.of(Direction.NONE));
  }

  private static List<HumanFit.Labelled> rows(List<Row> structs) {
    List<HumanFit.Labelled> rows = new ArrayList<>();
    for (Row row : structs) {
      List<Double> scores = row.getList(1);
      rows.add(
          new HumanFit.Labelled(
              row.getString(0), List.copyOf(scores), row.getInt(2), row.getInt(3)));
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
                          .mapToDouble(Double::doubleValue)
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
