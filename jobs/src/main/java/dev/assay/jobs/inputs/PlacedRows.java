package dev.assay.jobs.inputs;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Rows that people wrote, whatever their format, with the columns {@link TextTable#FILE}, {@link
 * TextTable#LINE} (NULL where a format has no lines), {@link TextTable#MALFORMED} and {@link
 * TextTable#PROBLEM}.
 */
public final class PlacedRows {
  private PlacedRows() {}

  /**
   * Reads {@code path}; {@code auto} goes by its ending, {@code owner} is the key that named it.
   */
  public static Dataset<Row> read(SparkSession spark, String path, String format, String owner) {
    if (format.equals("xlsx")
        || format.equals("auto") && path.toLowerCase(Locale.ROOT).endsWith(".xlsx")) {
      return sheet(spark, path, owner);
    }
    String kind = RecordFile.kind(path, format, owner);
    return kind.equals("csv") || kind.equals("jsonl")
        ? TextTable.read(spark, path, kind, owner)
        : placeless(RecordFile.read(spark, path, Optional.of(kind), owner), path);
  }

  /** The first sheet of an Excel workbook, whose rows are its lines. */
  private static Dataset<Row> sheet(SparkSession spark, String path, String owner) {
    Dataset<Row> read = SourceRows.read(spark, path, new SourceRows.Options("xlsx", "", ""), owner);
    List<Column> columns = new ArrayList<>();
    for (String name : SourceRows.names(read).all()) {
      columns.add(col(SourceRows.COLUMNS).getItem(name).as(name));
    }
    columns.add(col(SourceRows.MALFORMED).as(TextTable.MALFORMED));
    columns.add(lit(null).cast("string").as(TextTable.PROBLEM));
    columns.add(col(SourceRows.FILE).as(TextTable.FILE));
    columns.add(col(SourceRows.LINE).as(TextTable.LINE));
    return read.select(columns.toArray(Column[]::new));
  }

  /** The reason of a row that is malformed. */
  public static Column malformed() {
    return concat(
        lit("the row is malformed"), coalesce(concat(lit(": "), col(TextTable.PROBLEM)), lit("")));
  }

  /** Rows of a format that has no lines. */
  public static Dataset<Row> placeless(Dataset<Row> rows, String path) {
    return rows.withColumn(TextTable.MALFORMED, lit(null).cast("string"))
        .withColumn(TextTable.PROBLEM, lit(null).cast("string"))
        .withColumn(TextTable.FILE, lit(path))
        .withColumn(TextTable.LINE, lit(null).cast("long"));
  }
}
