package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.lit;

import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Rows that people wrote, whatever their format, with the columns {@link TextTable#FILE}, {@link
 * TextTable#LINE} (NULL where a format has no lines) and {@link TextTable#MALFORMED}.
 */
public final class PlacedRows {
  private PlacedRows() {}

  /**
   * Reads {@code path}; {@code auto} goes by its ending, {@code owner} is the key that named it.
   */
  public static Dataset<Row> read(SparkSession spark, String path, String format, String owner) {
    String kind = RecordFile.kind(path, format, owner);
    return kind.equals("csv") || kind.equals("jsonl")
        ? TextTable.read(spark, path, kind, owner)
        : placeless(RecordFile.read(spark, path, Optional.of(kind), owner), path);
  }

  /** Rows of a format that has no lines. */
  public static Dataset<Row> placeless(Dataset<Row> rows, String path) {
    return rows.withColumn(TextTable.MALFORMED, lit(null).cast("string"))
        .withColumn(TextTable.FILE, lit(path))
        .withColumn(TextTable.LINE, lit(null).cast("long"));
  }
}
