package dev.assay.tables;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.JavaConverters;

/**
 * A row under construction: values by column name, in any order. An empty optional is NULL, and so
 * is a nullable column that was never set; lists and maps are taken as they are in Java.
 */
public final class NamedRow {
  /** A column's value before it was set; NULL is a value. */
  private static final Object UNSET = new Object();

  private final String table;
  private final StructType schema;
  private final StructField[] fields;
  private final Object[] values;
  private int next;

  /**
   * @param table its name; empty for a shape that is no table
   */
  private NamedRow(String table, StructType schema) {
    this.table = table;
    this.schema = schema;
    this.fields = schema.fields();
    this.values = new Object[fields.length];
    Arrays.fill(values, UNSET);
  }

  /** A row of {@code table}. */
  public static NamedRow of(Table table) {
    return new NamedRow(table.name(), table.schema());
  }

  /** A row of a shape that is no table. */
  public static NamedRow of(StructType schema) {
    return new NamedRow("", schema);
  }

  /**
   * Sets a column once.
   *
   * @param value as Spark has it, or an {@code Optional}, {@code List} or {@code Map} of such
   */
  public NamedRow set(String column, Object value) {
    int at = place(column);
    if (values[at] != UNSET) {
      throw new IllegalStateException("Column '%s' of %s is set twice".formatted(column, owner()));
    }
    values[at] = stored(value);
    return this;
  }

  /** Sets columns to what {@code row} has under the same names. */
  public NamedRow copy(Row row, String... columns) {
    for (String column : columns) {
      set(column, row.<Object>getAs(column));
    }
    return this;
  }

  /** The row; every column that is never NULL must have a value. */
  public Row build() {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == UNSET) {
        values[i] = null;
      }
      if (values[i] == null && !fields[i].nullable()) {
        throw new IllegalStateException(
            "Column '%s' of %s has no value and is never NULL"
                .formatted(fields[i].name(), owner()));
      }
    }
    return new GenericRowWithSchema(values, schema);
  }

  /** Columns come in the schema's order more often than not: the search goes on from the last. */
  private int place(String column) {
    for (int i = 0; i < fields.length; i++) {
      int at = next + i < fields.length ? next + i : next + i - fields.length;
      if (fields[at].name().equals(column)) {
        next = at + 1;
        return at;
      }
    }
    throw new IllegalArgumentException(
        "Column '%s' is not in %s. Columns: %s"
            .formatted(column, owner(), String.join(", ", schema.fieldNames())));
  }

  private String owner() {
    return table.isEmpty() ? "a row" : "table '" + table + "'";
  }

  private static Object stored(Object value) {
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return value; // most values: what follows costs a search through their interfaces
    }
    if (value instanceof Optional<?> optional) {
      return stored(optional.orElse(null));
    }
    if (value instanceof OptionalDouble number) {
      return number.isPresent() ? (Object) number.getAsDouble() : null;
    }
    if (value instanceof OptionalLong number) {
      return number.isPresent() ? (Object) number.getAsLong() : null;
    }
    if (value instanceof OptionalInt number) {
      return number.isPresent() ? (Object) number.getAsInt() : null;
    }
    if (value instanceof List<?> list) {
      return JavaConverters.asScalaBuffer(list.stream().map(NamedRow::stored).toList());
    }
    if (value instanceof Map<?, ?> map) {
      return JavaConverters.mapAsScalaMap(map);
    }
    return value;
  }
}
