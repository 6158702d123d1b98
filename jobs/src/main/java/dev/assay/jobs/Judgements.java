package dev.assay.jobs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.array_compact;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;

import dev.assay.calibration.Judgement;
import dev.assay.calibration.LabelledScore;
import dev.assay.config.CalibrateConfig;
import dev.assay.tables.Tables;
import dev.assay.text.CopiedWords;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
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
 * of one response: {@code label.consolidation}; a tie has no label. Labels other than 0 and 1 are
 * left out here.
 */
final class Judgements {
  private static final UserDefinedFunction COPIED =
      udf(
          (UDF2<String, Seq<String>, Double>)
              (answer, contexts) -> {
                OptionalDouble share =
                    CopiedWords.share(answer, JavaConverters.seqAsJavaList(contexts));
                return share.isPresent() ? (Double) share.getAsDouble() : null;
              },
          DataTypes.DoubleType);

  private final Run run;

  Judgements(Run run) {
    this.run = run;
  }

  /** metric, dimension, slices, group_id, value, label, answer_length, copied_share. */
  Dataset<Row> rows() {
    CalibrateConfig config = run.config().calibrate();
    Set<String> metrics =
        new TreeSet<>(
            config.metrics().isEmpty() ? Selected.primaries(run.config()) : config.metrics());
    run.config().risks().values().forEach(risk -> metrics.add(risk.metric()));
    Column dimension =
        config.dimensions().isEmpty()
            ? lit(true)
            : col("dimension").isin(config.dimensions().toArray());
    Dataset<Row> labels =
        Consolidation.of(
            run.store().read(Tables.LABELS).where(dimension.and(col("label").isin("0", "1"))),
            run.config().label().consolidation());
    Dataset<Row> responses =
        Covered.responses(run)
            .select(
                col("case_id"),
                col("system"),
                col("repeat"),
                col("group_id"),
                Judgements.slices(config.slices()).as("slices"),
                length(col("answer")).cast("double").as("answer_length"),
                COPIED.apply(col("answer"), expr("contexts.text")).as("copied_share"));
    Dataset<Row> scores =
        run.store()
            .read(Tables.SCORES)
            .where(col("metric").isin(metrics.toArray()).and(col("status").equalTo("ok")))
            .select("case_id", "system", "repeat", "metric", "value");
    return labels.join(responses, Covered.keys()).join(scores, Covered.keys());
  }

  /** The same once for every slice that the response is in, by column {@code slice}. */
  Dataset<Row> sliced() {
    return rows().withColumn("slice", explode(col("slices"))).drop("slices");
  }

  /** The slices of a response: all of them, and its value of each key that it has one of. */
  private static Column slices(List<String> keys) {
    List<Column> slices = new ArrayList<>(List.of(lit(Cells.ALL)));
    for (String key : keys) {
      Column value = key.equals("language") ? expr("attributes['language']") : col(key);
      slices.add(concat(lit(key + "="), value.cast("string")));
    }
    return array_compact(array(slices.toArray(Column[]::new)));
  }

  /** The structs (group_id, value, label, answer_length, copied_share) as judgements. */
  static List<Judgement> of(List<Row> rows) {
    List<Judgement> judgements = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Double> baselines = new HashMap<>();
      if (!row.isNullAt(3)) {
        baselines.put(Judgement.ANSWER_LENGTH, row.getDouble(3));
      }
      if (!row.isNullAt(4)) {
        baselines.put(Judgement.COPIED_SHARE, row.getDouble(4));
      }
      judgements.add(
          new Judgement(
              LabelledScore.of(row.getString(0), row.getDouble(1), row.getInt(2)), baselines));
    }
    return judgements;
  }
}
