package dev.assay.tables;

import dev.assay.config.StoreConfig;
import io.delta.tables.DeltaMergeBuilder;
import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import scala.Option;
import scala.collection.JavaConverters;

/** Where the tables are: under a path, or in a schema of a catalog. */
record Location(String catalog, String schema, String root) {
  private static final String SESSION_CATALOG = "spark_catalog";

  /** The location that {@code config} names; a relative path becomes an absolute one. */
  static Location of(SparkSession spark, StoreConfig config) {
    return config.catalog().isBlank()
        ? new Location("", "", absolute(spark, config.path()))
        : new Location(config.catalog(), config.schema(), "");
  }

  /** Refuses a catalog that Delta Lake's open source does not keep tables in. */
  void requireSessionCatalog() {
    if (isManaged() && !catalog.equals(SESSION_CATALOG)) {
      throw new StoreException(
          "store.catalog is '"
              + catalog
              + "', and outside Databricks tables of a catalog can only be in spark_catalog. Set"
              + " store.catalog = spark_catalog, or leave it empty and set store.path.");
    }
  }

  boolean isManaged() {
    return !catalog.isBlank();
  }

  /** Directory of a path-based table. */
  String path(Table table) {
    return root + "/" + table.name();
  }

  /**
   * Whether this machine's own disk shows that a path-based table has no log: one look, where Delta
   * makes a state of nothing. Elsewhere a look costs as many requests as Delta's own.
   */
  boolean isAbsentHere(Table table) {
    URI log = new Path(path(table), "_delta_log").toUri();
    boolean here = log.getScheme() == null || log.getScheme().equals("file");
    return here && !Files.exists(java.nio.file.Path.of(log.getPath()));
  }

  /** Name of a managed table. */
  String name(Table table) {
    return database() + "." + table.name();
  }

  /**
   * Name of the schema. Delta's table builder reads names of two parts only, so that of Spark's own
   * catalog is left out.
   */
  String database() {
    return catalog.equals(SESSION_CATALOG) ? schema : catalog + "." + schema;
  }

  /**
   * What the catalog says of those of managed {@code tables} that it has, by their names: in two
   * calls, however many they are.
   */
  Map<String, CatalogTable> entries(SparkSession spark, List<Table> tables) {
    List<TableIdentifier> names = tables.stream().map(this::identifier).toList();
    Map<String, CatalogTable> entries = new HashMap<>();
    try {
      for (CatalogTable entry :
          JavaConverters.seqAsJavaList(
              spark
                  .sessionState()
                  .catalog()
                  .getTablesByName(JavaConverters.asScalaBuffer(names).toSeq()))) {
        entries.put(entry.identifier().table(), entry);
      }
      return entries;
    } catch (NoSuchDatabaseException none) { // It is made with the first table.
      return entries;
    }
  }

  private TableIdentifier identifier(Table table) {
    return new TableIdentifier(table.name(), Option.apply(schema), Option.apply(catalog));
  }

  /** How SQL names the table. */
  String sqlName(Table table) {
    return isManaged() ? name(table) : "delta.`" + path(table) + "`";
  }

  /** The place as a reader would say it. */
  String where() {
    return isManaged() ? catalog + "." + schema : root;
  }

  Dataset<Row> read(SparkSession spark, Table table) {
    return isManaged()
        ? spark.read().table(name(table))
        : spark.read().format("delta").load(path(table));
  }

  Dataset<Row> readAt(SparkSession spark, Table table, long version) {
    DataFrameReader then = spark.read().format("delta").option("versionAsOf", version);
    return isManaged() ? then.table(name(table)) : then.load(path(table));
  }

  DeltaTable delta(SparkSession spark, Table table) {
    return isManaged()
        ? DeltaTable.forName(spark, name(table))
        : DeltaTable.forPath(spark, path(table));
  }

  /** A merge of {@code rows}, {@code s}, into the table, {@code t}, by equal columns {@code on}. */
  DeltaMergeBuilder merging(SparkSession spark, Table table, Dataset<Row> rows, List<String> on) {
    return delta(spark, table).as("t").merge(rows.as("s"), Matching.condition(on));
  }

  /** Adds {@code rows}, or puts them in the place of those that agree in columns {@code on}. */
  void merge(SparkSession spark, Table table, Dataset<Row> rows, List<String> on) {
    merging(spark, table, rows, on)
        .whenMatched()
        .updateAll()
        .whenNotMatched()
        .insertAll()
        .execute();
  }

  /** Adds those of {@code rows} that agree with none in columns {@code on}. */
  void insert(SparkSession spark, Table table, Dataset<Row> rows, List<String> on) {
    merging(spark, table, rows, on).whenNotMatched().insertAll().execute();
  }

  /** Puts {@code rows} in the place of those for which {@code replaced} holds. */
  void overwrite(Table table, Dataset<Row> rows, Column replaced) {
    String where = replaced.expr().sql();
    save(rows.write().format("delta").mode("overwrite").option("replaceWhere", where), table);
  }

  DeltaTableBuilder at(DeltaTableBuilder builder, Table table) {
    return isManaged() ? builder.tableName(name(table)) : builder.location(path(table));
  }

  void save(DataFrameWriter<Row> writer, Table table) {
    if (isManaged()) {
      writer.saveAsTable(name(table));
    } else {
      writer.save(path(table));
    }
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
}
