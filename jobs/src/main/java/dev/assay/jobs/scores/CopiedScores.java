package dev.assay.jobs.scores;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.substring_index;

import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * Scores that are missing in this night and that another has of the same case and system, from the
 * same input by the same evaluator and model: they are taken over with their sentences, and no
 * model sees the texts again.
 *
 * @param store the tables
 * @param others the scores of other nights
 */
record CopiedScores(Store store, Dataset<Row> others) {
  private static final Seq<String> FINGERPRINT =
      RunCoverage.on(List.of("case_id", "system", "fingerprint"));

  CopiedScores(Store store, Covered covered) {
    this(
        store,
        covered.among(
            store
                .read(Tables.SCORES.ofAllNights())
                .where(col(Table.NIGHT).notEqual(store.night()))));
  }

  /**
   * Copies what there is, and returns how many scores that were.
   *
   * @param pending responses with the map {@code pending} of {@link PendingScores#told}
   */
  long copy(Dataset<Row> pending) {
    if (others.isEmpty()) {
      return 0;
    }
    Dataset<Row> found = found(pending).transform(Kept::apart);
    Dataset<Row> scores =
        taken(found, others, "fingerprint").select(Tables.SCORES.columns()).transform(Kept::apart);
    long copied = scores.count();
    if (copied > 0) {
      Dataset<Row> sentences =
          store
              .read(Tables.SENTENCE_SCORES.ofAllNights())
              .withColumn("evaluator", substring_index(col("metric"), ".", 1));
      store.append(
          Tables.SENTENCE_SCORES,
          taken(found, sentences, "evaluator").select(Tables.SENTENCE_SCORES.columns()));
      store.append(Tables.SCORES, scores);
    }
    return copied;
  }

  /** What is wanted (case_id, system, own, evaluator, fingerprint) and whose it is there. */
  private Dataset<Row> found(Dataset<Row> pending) {
    Dataset<Row> sources =
        others
            .groupBy("case_id", "system", "repeat", Table.NIGHT, "fingerprint")
            .agg(max(col("status").isin(PendingScores.AGAIN)).as("failed"))
            .where(not(col("failed")))
            .groupBy("case_id", "system", "fingerprint")
            .agg(max(struct(col(Table.NIGHT), col("repeat"))).as("source"));
    return pending
        .select(
            col("case_id"),
            col("system"),
            col("repeat").as("own"),
            explode(col("pending")).as(new String[] {"evaluator", "fingerprint"}))
        .join(sources, FINGERPRINT)
        .select(
            col("case_id"),
            col("system"),
            col("own"),
            col("evaluator"),
            col("fingerprint"),
            col("source.repeat").as("repeat"),
            col("source." + Table.NIGHT).as(Table.NIGHT));
  }

  private static Dataset<Row> taken(Dataset<Row> found, Dataset<Row> rows, String by) {
    return found
        .select("case_id", "system", "own", "repeat", Table.NIGHT, by)
        .join(rows, RunCoverage.on(List.of("case_id", "system", "repeat", Table.NIGHT, by)))
        .drop("repeat")
        .withColumnRenamed("own", "repeat");
  }
}
