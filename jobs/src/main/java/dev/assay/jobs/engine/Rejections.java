package dev.assay.jobs.engine;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.assay.base.OneLine;
import dev.assay.spark.Kept;
import dev.assay.spark.RunMetrics;
import dev.assay.tables.Keys;
import dev.assay.tables.Tables;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Rows that could not be used, kept with the reason. */
public final class Rejections {
  private static final int TOLD = 3;

  private Rejections() {}

  /** Stores {@code rows} in {@code rejected} and returns how many there are. */
  public static long record(
      Run run, Dataset<Row> rows, String source, Column reason, Column content) {
    return record(run, rows, lit(source), reason, content);
  }

  /** The same where each row has a source of its own. */
  public static long record(
      Run run, Dataset<Row> rows, Column source, Column reason, Column content) {
    Dataset<Row> rejected = rejected(run, rows, source, reason, content, lit(null));
    return stored(run, rejected);
  }

  /** The same of people's own files, where it is known at which line of its source a row begins. */
  public static long record(
      Run run, Dataset<Row> rows, Column source, Column reason, Column content, Column line) {
    Dataset<Row> rejected = rejected(run, rows, source, reason, content, line);
    long count = stored(run, rejected);
    if (count > 0) {
      tell(run, rejected, count);
    }
    return count;
  }

  /** The first few, for people to see what is wrong with their file. */
  private static void tell(Run run, Dataset<Row> rejected, long count) {
    for (Row row :
        rejected
            .orderBy(col("source"), col("line"), col("row_id"))
            .limit(TOLD)
            .select("source", "line", "reason")
            .collectAsList()) {
      Long line = row.getAs("line");
      System.err.printf(
          "%s: rejected: %s%s: %s%n",
          run.stage(),
          OneLine.of(row.getAs("source")),
          line == null ? "" : ", line " + line,
          OneLine.of(row.getAs("reason")));
    }
    if (count > TOLD) {
      System.err.printf(
          "%s: rejected: %d more; table rejected has all%n", run.stage(), count - TOLD);
    }
  }

  private static Dataset<Row> rejected(
      Run run, Dataset<Row> rows, Column source, Column reason, Column content, Column line) {
    Column known = Keys.hash(col("source"), col("stage"), col("reason"), col("row"));
    Column placed =
        Keys.hash(
            col("source"), col("stage"), col("reason"), col("row"), col("line").cast("string"));
    return rows.select(
            source.cast("string").as("source"),
            lit(run.stage()).as("stage"),
            reason.cast("string").as("reason"),
            content.cast("string").as("row"),
            line.cast("long").as("line"))
        .withColumn("row_id", when(col("line").isNull(), known).otherwise(placed))
        .transform(Kept::apart);
  }

  private static long stored(Run run, Dataset<Row> rejected) {
    long count = rejected.count();
    if (count > 0) {
      RunMetrics.shared().rejected(count);
      run.store().insertMissing(Tables.REJECTED, rejected.dropDuplicates("row_id"));
    }
    return count;
  }
}
