package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.spark.Kept;
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
    return record(run, rows, source, reason, content, lit(null));
  }

  /** The same where it is known at which line of its source a row begins. */
  public static long record(
      Run run, Dataset<Row> rows, Column source, Column reason, Column content, Column line) {
    Column known = Keys.hash(col("source"), col("stage"), col("reason"), col("row"));
    Column placed =
        Keys.hash(
            col("source"), col("stage"), col("reason"), col("row"), col("line").cast("string"));
    Dataset<Row> rejected =
        rows.select(
                source.cast("string").as("source"),
                lit(run.stage()).as("stage"),
                reason.cast("string").as("reason"),
                content.cast("string").as("row"),
                line.cast("long").as("line"))
            .withColumn("row_id", when(col("line").isNull(), known).otherwise(placed))
            .transform(Kept::apart);
    long count = rejected.count();
    if (count > 0) {
      run.store().insertMissing(Tables.REJECTED, rejected.dropDuplicates("row_id"));
    }
    return count;
  }
}
