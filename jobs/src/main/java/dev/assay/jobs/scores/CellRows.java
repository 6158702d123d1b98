package dev.assay.jobs.scores;

import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapGroupsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;

/**
 * The rows of each cell one after another, in order, so that sums of them have the same bits
 * however rows are parted. Spark sorts them, on disk where memory is short. Collected into a list
 * they would be held whole, several times over, in memory that Spark does not know of, and end at
 * its 2 GB for a row.
 */
public final class CellRows {
  private CellRows() {}

  /** What becomes of a cell. */
  @FunctionalInterface
  public interface Work extends Serializable {
    /**
     * Its results.
     *
     * @param cell has the columns that make a cell
     * @param rows have all columns; each is read once
     */
    Iterator<Row> of(Row cell, Iterator<Row> rows);
  }

  /**
   * The results of all cells.
   *
   * @param rows without columns that nobody reads: each is sorted, and made an object
   * @param cell columns that make a cell
   * @param order columns by which its rows come
   * @param found columns of the results
   */
  public static Dataset<Row> map(
      Dataset<Row> rows, List<String> cell, List<String> order, StructType found, Work work) {
    return rows.groupBy(columns(cell))
        .as(Encoders.row(rows.select(columns(cell)).schema()), Encoders.row(rows.schema()))
        .flatMapSortedGroups(
            columns(order), (FlatMapGroupsFunction<Row, Row, Row>) work::of, Encoders.row(found));
  }

  private static Column[] columns(List<String> names) {
    return names.stream().map(functions::col).toArray(Column[]::new);
  }
}
