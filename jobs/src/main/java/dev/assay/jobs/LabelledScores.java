package dev.assay.jobs;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/** Scores that people judged, and what a label of the review queue stands for. */
record LabelledScores(Run run) {
  private static final String[] KEY = {"case_id", "system", "repeat", "metric", "dimension"};

  /**
   * case_id, system, repeat, metric, dimension, group_id, value, label, scores: one row a score.
   */
  Dataset<Row> rows() {
    return keyed(new Judgements(run).rows().withColumn("scores", array(col("value"))));
  }

  /** The same of dimensions with levels, with the place of the level for the label. */
  Dataset<Row> levels() {
    return keyed(new Judgements(run).levels().withColumn("scores", array(col("value"))));
  }

  /**
   * The same of a fitted model of several metrics, with its probability for the value and theirs
   * for the scores.
   */
  Dataset<Row> modelled(Calibrated model) {
    return keyed(new Judgements(run).modelled(model));
  }

  private static Dataset<Row> keyed(Dataset<Row> judged) {
    return judged
        .select(
            "case_id",
            "system",
            "repeat",
            "metric",
            "dimension",
            "group_id",
            "value",
            "label",
            "scores")
        .dropDuplicates(KEY);
  }

  /** case_id, system, repeat, dimension, weight: 1 / its chance, for what was drawn by a design. */
  Dataset<Row> weights() {
    Column chance = col("labelling_probability");
    return run.store()
        .read(Tables.REVIEW_QUEUE)
        .where(chance.gt(0))
        .select(
            col("case_id"),
            col("system"),
            col("repeat"),
            col("dimension"),
            lit(1.0).divide(chance).as("weight"));
  }

  /** What joins {@link #weights} to {@link #rows}. */
  static Seq<String> keys() {
    return Covered.on(List.of("case_id", "system", "repeat", "dimension"));
  }
}
