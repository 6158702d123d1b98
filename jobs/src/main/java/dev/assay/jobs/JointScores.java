package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.struct;

import dev.assay.calibration.JointJudgement;
import dev.assay.calibration.JointMap;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** The scores of several metrics of a response, side by side, and as the one that a model gives. */
final class JointScores {
  private static final StructType SCHEMA =
      StructType.fromDDL(
          "case_id STRING, system STRING, repeat INT, metric STRING, value DOUBLE, status STRING,"
              + " reason STRING, scores ARRAY<DOUBLE>");

  private JointScores() {}

  /** case_id, system, repeat, scores: an array of (metric, value, status, reason). */
  static Dataset<Row> of(Run run, List<String> inputs) {
    return run.store()
        .read(Tables.SCORES)
        .where(col("metric").isin(inputs.toArray()))
        .groupBy("case_id", "system", "repeat")
        .agg(
            collect_list(struct(col("metric"), col("value"), col("status"), col("reason")))
                .as("scores"));
  }

  /**
   * As rows of one metric: the model's probability, and the scores that it was made from; without a
   * value, with the status and reason of the first metric that has none, where one is missing or
   * nothing could be fitted.
   */
  static Dataset<Row> modelled(Run run, Calibrated model) {
    List<String> inputs = model.inputs();
    String name = model.metric();
    JointMap mapOrNull = model.joint().orElse(null);
    return of(run, inputs)
        .map(
            (MapFunction<Row, Row>)
                row -> {
                  Map<String, Row> scores = byMetric(row.getList(3));
                  Optional<String[]> missing = missing(scores, inputs);
                  String[] why = missing.orElse(new String[] {"ok", null});
                  return RowFactory.create(
                      row.getString(0),
                      row.getString(1),
                      row.getInt(2),
                      name,
                      missing.isPresent()
                          ? null
                          : mapOrNull == null
                              ? (Double) 0.0
                              : (Double) mapOrNull.probability(vector(scores, inputs)),
                      why[0],
                      why[1],
                      missing.isPresent() ? null : vector(scores, inputs));
                },
            Encoders.row(SCHEMA));
  }

  /** case_id, system, repeat, metric, scores: an array in the order of the inputs, or NULL. */
  static Dataset<Row> vectors(Run run, String name, List<String> inputs) {
    StructType schema =
        StructType.fromDDL(
            "case_id STRING, system STRING, repeat INT, metric STRING, scores ARRAY<DOUBLE>");
    return of(run, inputs)
        .map(
            (MapFunction<Row, Row>)
                row -> {
                  Map<String, Row> scores = byMetric(row.getList(3));
                  return RowFactory.create(
                      row.getString(0),
                      row.getString(1),
                      row.getInt(2),
                      name,
                      missing(scores, inputs).isPresent() ? null : vector(scores, inputs));
                },
            Encoders.row(schema));
  }

  /**
   * The labelled rows (group_id, scores, label, answer_length, copied_share) that have them all.
   */
  static List<JointJudgement> judgements(List<Row> rows, List<String> inputs) {
    List<JointJudgement> judgements = new ArrayList<>();
    for (Row row : rows) {
      Map<String, Row> scores = byMetric(row.getList(1));
      if (missing(scores, inputs).isEmpty()) {
        List<Double> vector = new ArrayList<>();
        for (double score : vector(scores, inputs)) {
          vector.add(score);
        }
        judgements.add(
            new JointJudgement(row.getString(0), vector, row.getInt(2), Judgements.baselines(row)));
      }
    }
    return judgements;
  }

  private static Map<String, Row> byMetric(List<Row> scores) {
    Map<String, Row> byMetric = new HashMap<>();
    scores.forEach(score -> byMetric.put(score.getString(0), score));
    return byMetric;
  }

  /** Status and reason of the first metric without a value. */
  private static Optional<String[]> missing(Map<String, Row> scores, List<String> inputs) {
    for (String input : inputs) {
      Row score = scores.get(input);
      if (score == null) {
        return Optional.of(new String[] {"no_input", input + " was not evaluated"});
      }
      if (score.isNullAt(1)) {
        return Optional.of(
            new String[] {score.getString(2), input + " has no value: " + score.getString(3)});
      }
    }
    return Optional.empty();
  }

  private static double[] vector(Map<String, Row> scores, List<String> inputs) {
    return inputs.stream().mapToDouble(input -> scores.get(input).getDouble(1)).toArray();
  }
}
