package dev.assay.jobs.labels;

import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.array_min;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_set;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import dev.assay.calibration.Splits;
import dev.assay.config.CalibrateConfig;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.RunCoverage;
import dev.assay.spark.Kept;
import dev.assay.tables.Keys;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * The last steps of every import of labels: key, split, what was judged, merge. A label is of the
 * answer that it judged: once there is another answer in its place, the label says nothing of it.
 */
public final class LabelRows {
  /**
   * What an import stored.
   *
   * @param changed how many of the labels judged an answer that is another now
   * @param untimed how many of these have no time: whether they judged it cannot be known
   * @param older how many said something else than a label of a later time that is stored, which
   *     stays
   */
  record Stored(long labels, long changed, long untimed, long older) {}

  private LabelRows() {}

  /** How the configuration divides groups. */
  public static Splits splits(Run run) {
    CalibrateConfig config = run.config().calibrate();
    return new Splits(
        config.trainShare(),
        config.conformalShare(),
        1 - config.trainShare() - config.conformalShare(),
        run.config().run().seed());
  }

  /** The labels that hold for the answers of the store's night. */
  public static Dataset<Row> standing(Store store) {
    return new NightLabels(store).standing();
  }

  /**
   * Merges {@code labels} (all columns of the table but label_id, split and response, and
   * group_id). A label that was stored before, the same in time and note, judged what it judged
   * then. One without a time may be said anew of another answer, which cannot be told from the same
   * file given again: {@link Stored#untimed} counts these.
   */
  static Stored store(Run run, Dataset<Row> labels) {
    Splits splits = splits(run);
    Column part =
        udf((UDF1<String, String>) group -> splits.of(group).id(), DataTypes.StringType)
            .apply(col("group_id"));
    Column said =
        Keys.hash(
            col("case_id"),
            col("system"),
            col("dimension"),
            col("annotator"),
            col("label"),
            col("labelled_at"),
            col("note"));
    // Of all repeats and nights: they change places when one of the answers changes.
    Dataset<Row> before =
        run.store()
            .read(Tables.LABELS.ofAllNights())
            .where(col("response").isNotNull())
            .groupBy(said.as("said"))
            .agg(collect_set("response").as("before"));
    Column isPresent = col("before").isNull().or(array_contains(col("before"), col("present")));
    Dataset<Row> rows =
        labels
            .withColumn("split", part)
            .withColumn(
                "label_id",
                Keys.hash(
                    col("case_id"),
                    col("system"),
                    col("repeat"),
                    col("dimension"),
                    col("annotator")))
            .join(NightLabels.present(run.store()), RunCoverage.keys(), "left")
            .withColumn("said", said)
            .join(before, RunCoverage.on(List.of("said")), "left")
            .withColumn(
                "response", when(isPresent, col("present")).otherwise(array_min(col("before"))))
            .join(
                run.store()
                    .read(Tables.LABELS)
                    .where(col("labelled_at").isNotNull())
                    .select(
                        col("label_id"),
                        col("labelled_at").as("stored_at"),
                        col("label").as("stored_label")),
                RunCoverage.on(List.of("label_id")),
                "left")
            .withColumn("older", older())
            .transform(Kept::apart);
    Dataset<Row> newer = rows.where(not(col("older")));
    run.store().merge(Tables.LABELS, newer);
    Column changed = col("response").notEqual(col("present"));
    Row stored =
        rows.agg(
                count(when(not(col("older")), 1)).as("labels"),
                count(when(changed, 1)).as("changed"),
                count(when(changed.and(col("labelled_at").isNull()), 1)).as("untimed"),
                count(when(col("older").and(not(col("label").equalTo(col("stored_label")))), 1))
                    .as("older"))
            .first();
    return new Stored(
        stored.<Long>getAs("labels"),
        stored.<Long>getAs("changed"),
        stored.<Long>getAs("untimed"),
        stored.<Long>getAs("older"));
  }

  /** Whether a label of a later time is stored; one without a time is older than any with one. */
  private static Column older() {
    return coalesce(
        col("stored_at")
            .isNotNull()
            .and(col("labelled_at").isNull().or(col("labelled_at").lt(col("stored_at")))),
        lit(false));
  }
}
