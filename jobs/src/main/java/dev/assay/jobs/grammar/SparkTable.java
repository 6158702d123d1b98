package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;

import dev.assay.base.Hashes;
import dev.assay.base.Nearest;
import dev.assay.config.grammar.TableConfig;
import dev.assay.jobs.engine.StageException;
import io.delta.tables.DeltaTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * A table of Spark's that is to be copied.
 *
 * @param name by which queries know it
 */
record SparkTable(SparkSession spark, String name, TableConfig config) {

  private String key() {
    return "grammar.database.tables." + name;
  }

  private String source() {
    return config.path().isEmpty() ? config.table() : config.path();
  }

  /** Its rows. */
  Dataset<Row> rows() {
    try {
      return config.path().isEmpty()
          ? spark.table(config.table())
          : spark.read().format("delta").load(config.path());
    } catch (Exception e) { // Scala throws checked exceptions undeclared: AnalysisException is one.
      throw new StageException(
          key()
              + ": '"
              + source()
              + "' cannot be read"
              + (config.path().isEmpty() ? "" : " as a Delta table")
              + ": "
              + String.valueOf(e.getMessage()).replaceAll("\\s+", " "),
          e);
    }
  }

  /** What changes when its rows do: a Delta table's id and version, of others the content. */
  String version(Dataset<Row> rows) {
    Optional<DeltaTable> delta = delta();
    if (delta.isPresent()) {
      Row newest = delta.get().history(1).select("version").collectAsList().get(0);
      Row about = delta.get().detail().select("id").collectAsList().get(0);
      return about.<String>getAs("id") + "@" + newest.<Long>getAs("version");
    }
    Column[] columns =
        Arrays.stream(rows.schema().fields())
            .map(field -> quoted(field.name()).cast("string"))
            .toArray(Column[]::new);
    Row content =
        rows.select(functions.xxhash64(columns).cast("decimal(38,0)").as("hash"))
            .agg(functions.count(functions.lit(1)).as("n"), functions.sum("hash").as("sum"))
            .collectAsList()
            .get(0);
    return Hashes.sha256(
        rows.schema().json(),
        String.valueOf(content.<Object>getAs("n")),
        String.valueOf(content.<Object>getAs("sum")));
  }

  private Optional<DeltaTable> delta() {
    try {
      return Optional.of(
          config.path().isEmpty()
              ? DeltaTable.forName(spark, config.table())
              : DeltaTable.forPath(spark, config.path()));
    } catch (Exception noDelta) { // A view, or a table of another format.
      return Optional.empty();
    }
  }

  private static Column quoted(String column) {
    return col("`" + column.replace("`", "``") + "`");
  }

  /** The statement that makes the table. */
  String definition(StructType schema, List<String> tables) {
    List<String> parts = new ArrayList<>();
    for (StructField field : schema.fields()) {
      parts.add(sql(field.name()) + " " + type(field.dataType()));
    }
    List<String> columns = List.of(schema.fieldNames());
    if (!config.primaryKey().isEmpty()) {
      config.primaryKey().forEach(column -> known(column, columns, "primary-key"));
      parts.add("PRIMARY KEY (" + joined(config.primaryKey()) + ")");
    }
    config
        .foreignKeys()
        .forEach(
            (column, other) -> {
              known(column, columns, "foreign-keys");
              int dot = other.lastIndexOf('.');
              String table = dot < 0 ? other : other.substring(0, dot);
              if (dot < 0 || !tables.contains(table)) {
                throw new StageException(
                    key()
                        + ".foreign-keys."
                        + column
                        + " = '"
                        + other
                        + "' is no column of a table under grammar.database.tables, written"
                        + " TABLE.COLUMN."
                        + Nearest.hint(table, tables));
              }
              parts.add(
                  "FOREIGN KEY ("
                      + sql(column)
                      + ") REFERENCES "
                      + sql(table)
                      + " ("
                      + sql(other.substring(dot + 1))
                      + ")");
            });
    return "CREATE TABLE " + sql(name) + " (" + String.join(", ", parts) + ")";
  }

  private void known(String column, List<String> columns, String key) {
    if (!columns.contains(column)) {
      throw new StageException(
          key()
              + "."
              + key
              + ": '"
              + column
              + "' is no column of it."
              + Nearest.hint(column, columns));
    }
  }

  private static String joined(List<String> columns) {
    return String.join(", ", columns.stream().map(SparkTable::sql).toList());
  }

  static String sql(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** SQLite's declared type; what no answer can be made of is not copied. */
  private static String type(DataType type) {
    if (type instanceof BooleanType) {
      return "BOOLEAN";
    }
    if (type instanceof DateType) {
      return "DATE";
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return "TIMESTAMP";
    }
    if (type instanceof DecimalType decimal) {
      return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
    }
    if (type instanceof NumericType) {
      return List.of("float", "double").contains(type.typeName()) ? "DOUBLE" : "BIGINT";
    }
    return type instanceof StringType ? "TEXT" : "BLOB";
  }

  /** Rows as SQLite keeps them, sorted, so that the file does not depend on partitions. */
  Dataset<Row> copied(Dataset<Row> rows) {
    Column[] columns =
        Arrays.stream(rows.schema().fields())
            .map(field -> copied(field).as(field.name()))
            .toArray(Column[]::new);
    Dataset<Row> plain = rows.select(columns);
    return plain.sort(
        Arrays.stream(plain.columns()).map(SparkTable::quoted).toArray(Column[]::new));
  }

  private static Column copied(StructField field) {
    String type = type(field.dataType());
    Column column = quoted(field.name());
    return switch (type) {
      case "BLOB" -> functions.lit(null).cast("string");
      case "BIGINT" -> column.cast("bigint");
      case "DOUBLE" -> column.cast("double");
      case "BOOLEAN" -> column.cast("int").cast("bigint");
      default -> column.cast("string");
    };
  }
}
