package dev.assay.tables;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The rows of one night in tables that have several, and the column that says so. Tables that are
 * named with all nights, and those without any, are left as they are.
 *
 * @param key {@code run.key}
 */
record Night(String key) {

  /** The rows of this night, without its column, of {@code rows} as they are stored. */
  Dataset<Row> read(Table table, Dataset<Row> rows) {
    Dataset<Row> own = table.apart() ? rows.where(own()) : rows;
    return table.nights() > 0 ? own.drop(Table.NIGHT) : own;
  }

  /** Rows as they are stored. */
  Dataset<Row> stored(Table table, Dataset<Row> rows) {
    return marked(table.nights() > 0, rows.select(table.columns()));
  }

  /** {@code keys} of rows of this night, as they are stored. */
  Dataset<Row> keys(Table table, Dataset<Row> keys) {
    return marked(table.apart(), keys);
  }

  private Dataset<Row> marked(boolean marked, Dataset<Row> rows) {
    return marked ? rows.withColumn(Table.NIGHT, functions.lit(key)) : rows;
  }

  /** {@code predicate} of this night's rows alone. */
  Column of(Table table, Column predicate) {
    return table.apart() ? predicate.and(own()) : predicate;
  }

  /**
   * The same of rows as an earlier version of the table has them, in the declared shape; those of
   * before there were nights are of none.
   */
  Dataset<Row> readThen(Table table, Dataset<Row> rows) {
    Dataset<Row> shaped = new Shape(table.ofAllNights(), table.version()).of(rows);
    boolean nights = shaped.schema().getFieldIndex(Table.NIGHT).isDefined();
    return read(table, nights ? shaped.na().fill("", new String[] {Table.NIGHT}) : shaped);
  }

  /** What a row is known by as it is stored. */
  static List<String> keys(Table table) {
    return table.ofAllNights().keys();
  }

  private Column own() {
    return functions.col(Table.NIGHT).equalTo(key);
  }
}
