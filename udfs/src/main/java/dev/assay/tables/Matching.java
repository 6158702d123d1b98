package dev.assay.tables;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import scala.collection.JavaConverters;

/** Which rows agree in columns, for changes of a table. */
final class Matching {
  private Matching() {}

  /** The rows that agree with none of {@code others} in {@code columns}. */
  static Dataset<Row> without(Dataset<Row> rows, Dataset<Row> others, List<String> columns) {
    Column[] on = columns.stream().map(functions::col).toArray(Column[]::new);
    return rows.join(others.select(on), JavaConverters.asScalaBuffer(columns).toSeq(), "left_anti");
  }

  /** The rows for which {@code predicate} does not hold, or is NULL. */
  static Dataset<Row> without(Dataset<Row> rows, Column predicate) {
    return rows.where(functions.not(functions.coalesce(predicate, functions.lit(false))));
  }

  /** That rows {@code t} and {@code s} of a merge agree in {@code columns}. */
  static String condition(List<String> columns) {
    return columns.stream()
        .map(column -> "t.`" + column + "` = s.`" + column + "`")
        .collect(Collectors.joining(" AND "));
  }
}
