package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.when;

import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * The scores that a metric is calibrated by, or a model of several metrics, in the order of its
 * inputs. Columns: case_id, system, repeat, metric, scores (NULL where one is missing), status and
 * reason (of the first that is missing).
 */
final class JointScores {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, metric STRING, scores ARRAY<DOUBLE>,"
              + " status STRING, reason STRING");

  private JointScores() {}

  /**
   * Of single metrics.
   *
   * @param scores rows of table {@code scores}
   */
  static Dataset<Row> of(Dataset<Row> scores, Collection<String> metrics) {
    return scores
        .where(col("metric").isin(metrics.toArray()))
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("metric"),
            when(col("value").isNotNull(), array(col("value"))).as("scores"),
            col("status"),
            col("reason"));
  }

  /** Of the model {@code name}. */
  static Dataset<Row> ofModel(Dataset<Row> scores, String name, List<String> inputs) {
    return scores
        .where(col("metric").isin(inputs.toArray()))
        .groupBy("case_id", "system", "repeat")
        .agg(
            collect_list(struct(col("metric"), col("value"), col("status"), col("reason")))
                .as("scores"))
        .map((MapFunction<Row, Row>) row -> vector(row, name, inputs), Encoders.row(SCHEMA));
  }

  private static Row vector(Row row, String name, List<String> inputs) {
    Map<String, Row> scores = new HashMap<>();
    RowValues.<Row>list(row, "scores").forEach(one -> scores.put(one.getAs("metric"), one));
    NamedRow vector =
        NamedRow.of(SCHEMA).copy(row, "case_id", "system", "repeat").set("metric", name);
    for (String input : inputs) {
      Row score = scores.get(input);
      if (score == null) {
        return vector.set("status", "no_input").set("reason", input + " was not evaluated").build();
      }
      if (RowValues.isNull(score, "value")) {
        return vector
            .set("status", score.getAs("status"))
            .set("reason", input + " has no value: " + score.getAs("reason"))
            .build();
      }
    }
    return vector
        .set("scores", inputs.stream().map(input -> scores.get(input).getAs("value")).toList())
        .set("status", "ok")
        .build();
  }
}
