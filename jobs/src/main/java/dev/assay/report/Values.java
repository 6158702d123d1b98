package dev.assay.report;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/** Columns of a row as plain values: NULL, NaN and infinities become empty. */
final class Values {
  private Values() {}

  static OptionalDouble number(Row row, String column) {
    int index = row.fieldIndex(column);
    if (row.isNullAt(index)) {
      return OptionalDouble.empty();
    }
    return finite(((Number) row.get(index)).doubleValue());
  }

  static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  static String text(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? "" : String.valueOf(row.get(index));
  }

  static long whole(Row row, String column) {
    return ((Number) row.get(row.fieldIndex(column))).longValue();
  }

  static <V> Map<String, V> map(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? Map.of() : new TreeMap<>(row.<String, V>getJavaMap(index));
  }
}
