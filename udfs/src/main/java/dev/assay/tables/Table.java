package dev.assay.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * One table of the contract.
 *
 * @param name its name in the database
 * @param comment what a row is
 * @param version of the schema; it counts up with every change of the columns
 * @param keys columns that identify a row; never NULL
 * @param schema all columns with their comments
 * @param checks constraints by name, as SQL predicates
 * @param fills what rows of older versions get in columns that came later, by column
 */
public record Table(
    String name,
    String comment,
    int version,
    List<String> keys,
    StructType schema,
    Map<String, String> checks,
    Map<String, Fill> fills) {

  /**
   * The value of a column in rows of older versions.
   *
   * @param since the version that brought the column
   * @param value SQL over the older columns
   */
  record Fill(int since, String value) {}

  /** The key columns. */
  public Column[] keyColumns() {
    return keys.stream().map(functions::col).toArray(Column[]::new);
  }

  /** All columns in the order of the schema. */
  public Column[] columns() {
    return Arrays.stream(schema.fieldNames()).map(functions::col).toArray(Column[]::new);
  }

  /** Schema of rows that have only {@code columns}, in this order. */
  public StructType select(String... columns) {
    return new StructType(Arrays.stream(columns).map(schema::apply).toArray(StructField[]::new));
  }

  /** Schema of the structs in the array {@code column}. */
  public StructType element(String column) {
    return (StructType) ((ArrayType) schema.apply(column).dataType()).elementType();
  }

  static Builder named(String name, String comment) {
    return new Builder(name, comment);
  }

  /** Collects a table's columns. Types are Spark DDL texts. */
  static final class Builder {
    private final String name;
    private final String comment;
    private int version = 1;
    private final List<String> keys = new ArrayList<>();
    private final List<StructField> fields = new ArrayList<>();
    private final Map<String, String> checks = new LinkedHashMap<>();
    private final Map<String, Fill> fills = new LinkedHashMap<>();

    private Builder(String name, String comment) {
      this.name = name;
      this.comment = comment;
    }

    Builder version(int number) {
      version = number;
      return this;
    }

    Builder key(String column, String type, String meaning) {
      keys.add(column);
      return add(column, type, false, meaning);
    }

    Builder required(String column, String type, String meaning) {
      return add(column, type, false, meaning);
    }

    Builder column(String column, String type, String meaning) {
      return add(column, type, true, meaning);
    }

    /** Says of the column before that rows older than version {@code since} get {@code value}. */
    Builder filled(int since, String value) {
      fills.put(fields.get(fields.size() - 1).name(), new Fill(since, value));
      return this;
    }

    Builder check(String constraint, String predicate) {
      checks.put(constraint, predicate);
      return this;
    }

    Table build() {
      return new Table(
          name,
          comment,
          version,
          List.copyOf(keys),
          new StructType(fields.toArray(StructField[]::new)),
          Map.copyOf(checks),
          Map.copyOf(fills));
    }

    private Builder add(String column, String type, boolean nullable, String meaning) {
      DataType parsed = DataType.fromDDL(type);
      fields.add(
          DataTypes.createStructField(
              column,
              parsed,
              nullable,
              new MetadataBuilder().putString("comment", meaning).build()));
      return this;
    }
  }
}
