package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_compact;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.config.AssayConfig;
import dev.assay.config.CalibrateConfig;
import dev.assay.config.JointModelConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.jobs.labels.LabelRows;
import dev.assay.jobs.labels.NightLabels;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.jobs.slices.Slices;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.text.CopiedWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.JavaConverters;
import scala.collection.Seq;

/**
 * Scores with the human labels of the same responses and with trivial baselines. Several annotators
 * of one response: {@code label.consolidation}; a tie has no label. What is said on a dimension
 * with levels is apart from what is said on a binary one, of which labels other than 0 and 1 are
 * left out.
 */
record Judgements(Run run) {

  private static final UserDefinedFunction COPIED =
      udf(
          (UDF2<String, Seq<String>, Double>)
              (answer, contexts) -> {
                OptionalDouble share =
                    CopiedWords.share(answer, JavaConverters.seqAsJavaList(contexts));
                return share.isPresent() ? (Double) share.getAsDouble() : null;
              },
          DataTypes.DoubleType);

  /** The dimensions that are declared with more than yes and no. */
  static TreeMap<String, LevelScale> scales(AssayConfig config) {
    TreeMap<String, LevelScale> scales = new TreeMap<>();
    config
        .label()
        .dimensions()
        .forEach(
            (name, dimension) -> {
              if (!dimension.isBinary()) {
                scales.put(name, dimension.scale());
              }
            });
    return scales;
  }

  /**
   * case_id, system, repeat, dimension, label (0 or 1, or the place of the level), group_id,
   * slices, category (of its sets), deciders (the slices that may decide it), answer_length,
   * copied_share, metric, scores: one row a labelled response and metric with a score, or model of
   * several metrics, whose scores are NULL where one is missing. Of all nights, see {@link
   * AllNights}.
   */
  Dataset<Row> rows() {
    AssayConfig config = run.config();
    AllNights nights = AllNights.of(run);
    Dataset<Row> given = nights.and(labels(), elsewhere());
    Dataset<Row> labels =
        scales(config).isEmpty() ? binary(given) : binary(given).unionByName(ofLevels(given));
    return labels
        .join(responses(nights), RunCoverage.keys())
        .join(scores(nights), RunCoverage.keys())
        .where(not(foreign(config)));
  }

  /**
   * case_id, system, repeat, metric, scores: of every metric with a value, labelled or not, and of
   * every model of several metrics, whose scores are NULL where one is missing.
   */
  static Dataset<Row> scores(AllNights nights) {
    AssayConfig config = nights.run().config();
    Dataset<Row> stored = nights.read(Tables.SCORES);
    Dataset<Row> scores =
        JointScores.of(stored, metrics(config)).where(col("status").equalTo("ok"));
    for (Map.Entry<String, JointModelConfig> model : config.jointModels().entrySet()) {
      scores =
          scores.unionByName(
              JointScores.ofModel(stored, model.getKey(), model.getValue().metrics()));
    }
    return scores.drop("status", "reason");
  }

  /** Whether a row is of a model on another dimension than its own. */
  static Column foreign(AssayConfig config) {
    Column foreign = lit(false);
    Column ofLevels = col("dimension").isin(scales(config).keySet().toArray());
    for (Map.Entry<String, JointModelConfig> model : config.jointModels().entrySet()) {
      String own = model.getValue().dimension();
      foreign =
          foreign.or(
              col("metric")
                  .equalTo(model.getKey())
                  .and(own.isEmpty() ? ofLevels : col("dimension").notEqual(own)));
    }
    return foreign;
  }

  private Dataset<Row> binary(Dataset<Row> labels) {
    Column binary =
        not(col("dimension").isin(scales(run.config()).keySet().toArray()))
            .and(col("label").isin("0", "1"));
    return Consolidation.of(labels.where(binary), run.config().label().consolidation());
  }

  /**
   * What people said of each response of this night, scored or not: case_id, system, repeat,
   * dimension, level (0 or 1, or its place), label (1 where the response passes, else 0).
   * Dimensions of which no level is said to pass are left out.
   */
  Dataset<Row> said() {
    return said(labels());
  }

  /**
   * The same of the labels of covered responses of all nights, each once, by the repeat of which it
   * was said in its night: whatever night asks, the same labels are the same rows.
   */
  Dataset<Row> saidOfAllNights() {
    AllNights nights = AllNights.of(run);
    Column[] key = {col("case_id"), col("system"), col("repeat")};
    Dataset<Row> labels =
        nights
            .and(
                wanted(new NightLabels(run.store()).placed()),
                elsewhere()
                    .withColumn(NightLabels.FROM_NIGHT, col(Table.NIGHT))
                    .withColumn(NightLabels.FROM_REPEAT, col("repeat")))
            .join(nights.responses().select(key), RunCoverage.keys(), "left_semi")
            .withColumn(
                "repeat", nights.place(col(NightLabels.FROM_NIGHT), col(NightLabels.FROM_REPEAT)))
            .dropDuplicates("case_id", "system", "repeat", "dimension", "annotator");
    return said(labels).withColumn("repeat", nights.repeat(col("repeat")));
  }

  private Dataset<Row> said(Dataset<Row> labels) {
    Dataset<Row> binary = binary(labels).withColumn("level", col("label"));
    Column passes = lit(false);
    for (Map.Entry<String, LevelScale> scale : scales(run.config()).entrySet()) {
      passes =
          when(
                  col("dimension").equalTo(scale.getKey()),
                  col("level").isin(scale.getValue().passing().toArray()))
              .otherwise(passes);
    }
    List<String> passing = new ArrayList<>();
    scales(run.config())
        .forEach(
            (name, scale) -> {
              if (!scale.passing().isEmpty()) {
                passing.add(name);
              }
            });
    if (passing.isEmpty()) {
      return binary;
    }
    return binary.unionByName(
        ofLevels(labels)
            .where(col("dimension").isin(passing.toArray()))
            .withColumnRenamed("label", "level")
            .withColumn("label", passes.cast("int")));
  }

  private Dataset<Row> ofLevels(Dataset<Row> labels) {
    HashMap<String, Integer> sizes = new HashMap<>();
    Column place = lit(null).cast("int");
    for (Map.Entry<String, LevelScale> scale : scales(run.config()).entrySet()) {
      sizes.put(scale.getKey(), scale.getValue().size());
      Column own = lit(null).cast("int");
      for (int level = 0; level < scale.getValue().size(); level++) {
        own = when(col("label").equalTo(scale.getValue().names().get(level)), level).otherwise(own);
      }
      place = when(col("dimension").equalTo(scale.getKey()), own).otherwise(place);
    }
    return Consolidation.ofLevels(
        labels.withColumn("label", place).where(col("label").isNotNull()),
        run.config().label().consolidation(),
        sizes);
  }

  /** Those that hold in this night. */
  private Dataset<Row> labels() {
    return wanted(LabelRows.standing(run.store()).select(Tables.LABELS.columns()));
  }

  /** Those of other nights that do not. */
  private Dataset<Row> elsewhere() {
    return wanted(new NightLabels(run.store()).elsewhere());
  }

  private Dataset<Row> wanted(Dataset<Row> labels) {
    List<String> dimensions = run.config().calibrate().dimensions();
    return dimensions.isEmpty()
        ? labels
        : labels.where(col("dimension").isin(dimensions.toArray()));
  }

  /** The metrics that are calibrated: configured ones, or all primary ones, and those of risks. */
  static Set<String> metrics(AssayConfig config) {
    CalibrateConfig calibrate = config.calibrate();
    Set<String> metrics =
        new TreeSet<>(
            calibrate.metrics().isEmpty()
                ? EvaluatorSelection.primaries(config)
                : calibrate.metrics());
    config.risks().values().forEach(risk -> metrics.add(risk.metric()));
    return metrics;
  }

  private Dataset<Row> responses(AllNights nights) {
    return nights
        .responses()
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("group_id"),
            Judgements.slices(run.config().calibrate().slices()).as("slices"),
            Category.of(run.config().sets()).as("category"),
            Category.deciders(run.config().automate().by()).as("deciders"),
            length(col("answer")).cast("double").as("answer_length"),
            COPIED.apply(col("answer"), expr("contexts.text")).as("copied_share"));
  }

  /** {@link #rows} once for every slice that the response is in, by column {@code slice}. */
  static Dataset<Row> sliced(Dataset<Row> rows) {
    return rows.withColumn("slice", explode(col("slices"))).drop("slices");
  }

  /** The slices of a response: all of them, and its value of each key that it has one of. */
  private static Column slices(List<String> keys) {
    List<Column> slices = new ArrayList<>(List.of(lit(Cells.ALL)));
    for (String key : keys) {
      slices.add(Slices.by(key));
    }
    return array_compact(array(slices.toArray(Column[]::new)));
  }

  /**
   * The structs (group_id, label, scores, answer_length, copied_share) as responses, without those
   * that lack a score.
   */
  static List<LabelledResponse> responses(List<Row> structs) {
    List<LabelledResponse> responses = new ArrayList<>();
    for (Row row : structs) {
      List<Double> scores = RowValues.list(row, "scores");
      if (!scores.isEmpty()) {
        Map<String, Double> baselines = new HashMap<>();
        for (String name : List.of(LabelledResponse.ANSWER_LENGTH, LabelledResponse.COPIED_SHARE)) {
          RowValues.<Double>optional(row, name).ifPresent(value -> baselines.put(name, value));
        }
        responses.add(
            new LabelledResponse(
                row.getAs("group_id"), scores, row.getAs("label"), 1, "", baselines));
      }
    }
    return responses;
  }
}
