package dev.assay.report;

import dev.assay.tables.RowValues;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/** Columns of a row as plain values: NULL, NaN and infinities become empty. */
final class Values {
  private Values() {}

  static OptionalDouble number(Row row, String column) {
    OptionalDouble number = RowValues.number(row, column);
    return number.isPresent() ? finite(number.getAsDouble()) : number;
  }

  static OptionalDouble finite(double value) {
    return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  static String text(Row row, String column) {
    return RowValues.optional(row, column).map(Object::toString).orElse("");
  }

  static long whole(Row row, String column) {
    return row.<Number>getAs(column).longValue();
  }

  static <V> Map<String, V> map(Row row, String column) {
    return new TreeMap<>(RowValues.<String, V>map(row, column));
  }
}
