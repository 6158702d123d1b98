package dev.assay.tables;

import dev.assay.config.StoreConfig;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;

/**
 * The tables, and the few ways to read and write them. Tables are created on first use with their
 * schema, comments and constraints. One writer a table at a time is assumed within a stage, but for
 * appends; Delta refuses conflicting commits of others.
 */
public final class Store {
  private static final String VERSION_PROPERTY = "assay.schema.version";

  private final SparkSession spark;
  private final Location location;
  private final DeltaState state;
  private final Map<String, Boolean> opened = new ConcurrentHashMap<>();

  public Store(SparkSession spark, StoreConfig config) {
    this(spark, config, LogState.isAvailable());
  }

  /**
   * @param log whether the state of tables is read from Delta Lake's log class
   */
  Store(SparkSession spark, StoreConfig config, boolean log) {
    this.spark = spark;
    this.location = Location.of(spark, config);
    this.state = log ? new LogState(spark, location) : new CommandState(spark, location);
  }

  /** The session that reads and writes. */
  public SparkSession spark() {
    return spark;
  }

  /** The rows of {@code table}; an empty table when nothing was written yet. */
  public Dataset<Row> read(Table table) {
    open(table);
    return location.read(spark, table);
  }

  /** Appends rows whose keys are known to be new. Columns are matched by name. */
  public void append(Table table, Dataset<Row> rows) {
    open(table);
    location.save(rows.select(table.columns()).write().format("delta").mode("append"), table);
  }

  /** Inserts rows, or replaces those with the same key. The source must be cheap to read twice. */
  public void merge(Table table, Dataset<Row> rows) {
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    location
        .delta(spark, table)
        .as("t")
        .merge(rows.select(table.columns()).as("s"), match(table.keys()))
        .whenMatched()
        .updateAll()
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  /**
   * Puts {@code rows} in the place of those for which {@code predicate} holds, in one commit. Every
   * row must satisfy it.
   */
  public void replace(Table table, Dataset<Row> rows, Column predicate) {
    open(table);
    location.save(
        rows.select(table.columns())
            .write()
            .format("delta")
            .mode("overwrite")
            .option("replaceWhere", predicate.expr().sql()),
        table);
  }

  /** Inserts rows whose keys are new and leaves the others as they are. */
  public void insertMissing(Table table, Dataset<Row> rows) {
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    location
        .delta(spark, table)
        .as("t")
        .merge(rows.select(table.columns()).as("s"), match(table.keys()))
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  /** Deletes the rows that agree with a row of {@code gone} in {@code columns}. */
  public void delete(Table table, Dataset<Row> gone, List<String> columns) {
    if (isBlank(table)) {
      return;
    }
    Column[] on = columns.stream().map(functions::col).toArray(Column[]::new);
    location
        .delta(spark, table)
        .as("t")
        .merge(gone.select(on).distinct().as("s"), match(columns))
        .whenMatched()
        .delete()
        .execute();
  }

  /** Deletes the rows for which {@code predicate} holds. */
  public void deleteWhere(Table table, Column predicate) {
    if (!isBlank(table)) {
      location.delta(spark, table).delete(predicate);
    }
  }

  /** Whether the table has no rows. */
  public boolean isEmpty(Table table) {
    open(table);
    return state.isEmpty(table);
  }

  /** Whether nothing was ever written to the table. */
  public boolean isBlank(Table table) {
    open(table);
    return state.isBlank(table);
  }

  /** Delta version of the table, or −1 when it does not exist. */
  public long version(Table table) {
    return state.version(table);
  }

  /** Whether the table was created already. */
  public boolean exists(Table table) {
    return version(table) >= 0;
  }

  /** How SQL names the table. */
  public String sqlName(Table table) {
    return location.sqlName(table);
  }

  /** Directory of a path-based table. */
  public String path(Table table) {
    return location.path(table);
  }

  /** Directory for files that are neither tables nor temporary, such as journals. */
  public String path(String child) {
    return location.root() + "/" + child;
  }

  public boolean managed() {
    return location.isManaged();
  }

  /** Creates every table that is missing and checks the version of those that exist. */
  public void openAll() {
    Concurrently.run(spark, Tables.ALL.stream().<Runnable>map(table -> () -> open(table)).toList());
  }

  private void open(Table table) {
    opened.computeIfAbsent(
        table.name(),
        name -> {
          if (state.version(table) < 0) {
            create(table);
          } else {
            checkVersion(table);
          }
          return true;
        });
  }

  private void create(Table table) {
    if (managed()) {
      spark.sql("CREATE DATABASE IF NOT EXISTS " + location.database());
    }
    DeltaTableBuilder builder =
        location.at(DeltaTable.createIfNotExists(spark).comment(table.comment()), table);
    for (StructField field : table.schema().fields()) {
      builder =
          builder.addColumn(
              DeltaTable.columnBuilder(spark, field.name())
                  .dataType(field.dataType())
                  .nullable(field.nullable())
                  .comment(field.getComment().get())
                  .build());
    }
    builder = builder.property(VERSION_PROPERTY, Integer.toString(table.version()));
    for (Map.Entry<String, String> check : table.checks().entrySet()) {
      builder = builder.property("delta.constraints." + check.getKey(), check.getValue());
    }
    try {
      builder.execute();
    } catch (Exception e) { // Scala throws checked exceptions undeclared: DeltaIOException is one.
      throw new StoreException(
          "Cannot create table '"
              + table.name()
              + "' in "
              + location.where()
              + ": "
              + rootMessage(e)
              + ". Check that store.path exists or can be created and that you may write there.",
          e);
    }
  }

  private void checkVersion(Table table) {
    String version = state.property(table, VERSION_PROPERTY).orElse("none");
    if (!version.equals(Integer.toString(table.version()))) {
      throw new StoreException(
          "Table '"
              + table.name()
              + "' in "
              + location.where()
              + " has schema version "
              + version
              + ", this Assay reads and writes version "
              + table.version()
              + ". Use the Assay that made it, or another store.path.");
    }
  }

  private static String match(List<String> columns) {
    return columns.stream()
        .map(column -> "t.`" + column + "` = s.`" + column + "`")
        .reduce((a, b) -> a + " AND " + b)
        .orElseThrow();
  }

  private static String rootMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
