package dev.assay.tables;

import dev.assay.config.StoreConfig;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import scala.Option;

/**
 * Where the tables are, and the few ways to read and write them. Tables are created on first use
 * with their schema, comments and constraints. One writer a table at a time is assumed within a
 * stage; Delta refuses conflicting commits of others.
 */
public final class Store {
  private static final String VERSION_PROPERTY = "assay.schema.version";

  private final SparkSession spark;
  private final StoreConfig config;
  private final String root;
  private final Map<String, Boolean> opened = new ConcurrentHashMap<>();

  public Store(SparkSession spark, StoreConfig config) {
    this.spark = spark;
    this.config = config;
    this.root = managed() ? "" : absolute(spark, config.path());
  }

  /** The session that reads and writes. */
  public SparkSession spark() {
    return spark;
  }

  /** Delta takes a relative directory for the name of a table, so it never sees one. */
  private static String absolute(SparkSession spark, String path) {
    Path given = new Path(path);
    if (given.toUri().getScheme() != null) {
      return path;
    }
    try {
      FileSystem files = given.getFileSystem(spark.sessionState().newHadoopConf());
      Path qualified = files.makeQualified(given);
      return files.getScheme().equals("file") ? qualified.toUri().getPath() : qualified.toString();
    } catch (IOException e) {
      throw new StoreException(
          "The file system of store.path = '" + path + "' cannot be reached", e);
    }
  }

  /** The rows of {@code table}; an empty table when nothing was written yet. */
  public Dataset<Row> read(Table table) {
    open(table);
    return managed()
        ? spark.read().table(identifier(table))
        : spark.read().format("delta").load(path(table));
  }

  /** Appends rows whose keys are known to be new. Columns are matched by name. */
  public void append(Table table, Dataset<Row> rows) {
    open(table);
    var writer = rows.select(table.columns()).write().format("delta").mode("append");
    if (managed()) {
      writer.saveAsTable(identifier(table));
    } else {
      writer.save(path(table));
    }
  }

  /** Inserts rows, or replaces those with the same key. The source must be cheap to read twice. */
  public void merge(Table table, Dataset<Row> rows) {
    open(table);
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    delta(table)
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
    var writer =
        rows.select(table.columns())
            .write()
            .format("delta")
            .mode("overwrite")
            .option("replaceWhere", predicate.expr().sql());
    if (managed()) {
      writer.saveAsTable(identifier(table));
    } else {
      writer.save(path(table));
    }
  }

  /** Inserts rows whose keys are new and leaves the others as they are. */
  public void insertMissing(Table table, Dataset<Row> rows) {
    open(table);
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    delta(table)
        .as("t")
        .merge(rows.select(table.columns()).as("s"), match(table.keys()))
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  /** Deletes the rows that agree with a row of {@code gone} in {@code columns}. */
  public void delete(Table table, Dataset<Row> gone, List<String> columns) {
    open(table);
    if (isBlank(table)) {
      return;
    }
    Column[] on = columns.stream().map(functions::col).toArray(Column[]::new);
    delta(table)
        .as("t")
        .merge(gone.select(on).distinct().as("s"), match(columns))
        .whenMatched()
        .delete()
        .execute();
  }

  /** Deletes the rows for which {@code predicate} holds. */
  public void deleteWhere(Table table, Column predicate) {
    open(table);
    if (!isBlank(table)) {
      delta(table).delete(predicate);
    }
  }

  /** Whether the table has no file with rows. */
  public boolean isEmpty(Table table) {
    open(table);
    Snapshot snapshot = snapshot(table);
    return blank(snapshot) || snapshot.numOfFiles() == 0;
  }

  /** Whether nothing was ever written to the table: known without computing Delta's state. */
  public boolean isBlank(Table table) {
    open(table);
    return blank(snapshot(table));
  }

  /** Version 0 is the creation, which brings no rows. */
  private static boolean blank(Snapshot snapshot) {
    return snapshot.version() <= 0;
  }

  /** Delta version of the table, or −1 when it does not exist. */
  public long version(Table table) {
    return snapshot(table).version();
  }

  /** How SQL names the table. */
  public String sqlName(Table table) {
    return managed() ? identifier(table) : "delta.`" + path(table) + "`";
  }

  /** Directory of a path-based table. */
  public String path(Table table) {
    return root + "/" + table.name();
  }

  /** Directory for files that are neither tables nor temporary, such as journals. */
  public String path(String child) {
    return root + "/" + child;
  }

  public boolean managed() {
    return !config.catalog().isBlank();
  }

  /** Creates every table that is missing and checks the version of those that exist. */
  public void openAll() {
    Concurrently.run(spark, Tables.ALL.stream().<Runnable>map(table -> () -> open(table)).toList());
  }

  /** Whether the table was created already. */
  public boolean exists(Table table) {
    return snapshot(table).version() >= 0;
  }

  private void open(Table table) {
    opened.computeIfAbsent(
        table.name(),
        name -> {
          Snapshot snapshot = snapshot(table);
          if (snapshot.version() < 0) {
            create(table);
          } else {
            checkVersion(table, snapshot);
          }
          return true;
        });
  }

  private void create(Table table) {
    if (managed()) {
      spark.sql("CREATE DATABASE IF NOT EXISTS " + config.catalog() + "." + config.schema());
    }
    DeltaTableBuilder builder = DeltaTable.createIfNotExists(spark).comment(table.comment());
    builder = managed() ? builder.tableName(identifier(table)) : builder.location(path(table));
    for (StructField field : table.schema().fields()) {
      builder =
          builder.addColumn(
              DeltaTable.columnBuilder(spark, field.name())
                  .dataType(field.dataType())
                  .nullable(field.nullable())
                  .comment(field.getComment().get())
                  .build());
    }
    builder = builder.property(VERSION_PROPERTY, Integer.toString(Tables.SCHEMA_VERSION));
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
              + where()
              + ": "
              + rootMessage(e)
              + ". Check that store.path exists or can be created and that you may write there.",
          e);
    }
  }

  private void checkVersion(Table table, Snapshot snapshot) {
    Option<String> found = snapshot.metadata().configuration().get(VERSION_PROPERTY);
    String version = found.isDefined() ? found.get() : "none";
    if (!version.equals(Integer.toString(Tables.SCHEMA_VERSION))) {
      throw new StoreException(
          "Table '"
              + table.name()
              + "' in "
              + where()
              + " has schema version "
              + version
              + ", this Assay reads and writes version "
              + Tables.SCHEMA_VERSION
              + ". Use the Assay that made it, or another store.path.");
    }
  }

  private DeltaTable delta(Table table) {
    return managed()
        ? DeltaTable.forName(spark, identifier(table))
        : DeltaTable.forPath(spark, path(table));
  }

  private Snapshot snapshot(Table table) {
    DeltaLog log;
    if (managed()) {
      if (!spark.catalog().tableExists(identifier(table))) {
        return DeltaLog.forTable(spark, new Path(config.path(), "_absent"))
            .update(false, Option.empty(), Option.empty());
      }
      log =
          DeltaLog.forTable(
              spark,
              new TableIdentifier(
                  table.name(), Option.apply(config.schema()), Option.apply(config.catalog())));
    } else {
      log = DeltaLog.forTable(spark, new Path(path(table)));
    }
    return log.update(false, Option.empty(), Option.empty());
  }

  private String identifier(Table table) {
    return config.catalog() + "." + config.schema() + "." + table.name();
  }

  private String where() {
    return managed() ? config.catalog() + "." + config.schema() : config.path();
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
