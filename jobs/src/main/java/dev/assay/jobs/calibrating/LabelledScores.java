package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/** Scores of labelled responses, and what a label of the review queue stands for. */
record LabelledScores(Run run) {
  private static final String[] KEY = {"case_id", "system", "repeat", "metric", "dimension"};

  /**
   * case_id, system, repeat, metric, dimension, group_id, label (0 or 1, or the place of the
   * level), scores: one row a labelled response and metric, or model of several, that has them all.
   */
  Dataset<Row> rows() {
    return new Judgements(run)
        .rows()
        .where(col("scores").isNotNull())
        .select("case_id", "system", "repeat", "metric", "dimension", "group_id", "label", "scores")
        .dropDuplicates(KEY);
  }

  /** case_id, system, repeat, dimension, weight: 1 / its chance, for what was drawn by a design. */
  Dataset<Row> weights() {
    return weights(run.store().read(Tables.REVIEW_QUEUE));
  }

  /** The same of all nights. */
  Dataset<Row> weights(AllNights nights) {
    return weights(nights.read(Tables.REVIEW_QUEUE));
  }

  private static Dataset<Row> weights(Dataset<Row> queue) {
    Column chance = col("labelling_probability");
    return queue
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
    return RunCoverage.on(List.of("case_id", "system", "repeat", "dimension"));
  }
}
