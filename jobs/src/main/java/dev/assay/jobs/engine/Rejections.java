package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.lit;

import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows that could not be used, kept with the reason. */
public final class Rejections {
  private Rejections() {}

  /** Stores {@code rows} in {@code rejected} and returns how many there are. */
  public static long record(
      Run run, Dataset<Row> rows, String source, Column reason, Column content) {
    return record(run, rows, lit(source), reason, content);
  }

  /** The same where each row has a source of its own. */
  public static long record(
      Run run, Dataset<Row> rows, Column source, Column reason, Column content) {
    Dataset<Row> rejected =
        rows.select(
                source.cast("string").as("source"),
                lit(run.stage()).as("stage"),
                reason.cast("string").as("reason"),
                content.cast("string").as("row"))
            .withColumn(
                "row_id",
                Keys.hash(
                    org.apache.spark.sql.functions.col("source"),
                    org.apache.spark.sql.functions.col("stage"),
                    org.apache.spark.sql.functions.col("reason"),
                    org.apache.spark.sql.functions.col("row")))
            .localCheckpoint();
    long count = rejected.count();
    if (count > 0) {
      run.store().insertMissing(Tables.REJECTED, rejected.dropDuplicates("row_id"));
    }
    return count;
  }
}
