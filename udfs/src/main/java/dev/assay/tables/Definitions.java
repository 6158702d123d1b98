package dev.assay.tables;

import io.delta.tables.DeltaTable;
import io.delta.tables.DeltaTableBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/** Writes what tables are declared to be: columns, comments, constraints, version. */
record Definitions(SparkSession spark, Location location) {
  /** Property of Delta: how long a removed file is known. */
  static final String FILES = "delta.deletedFileRetentionDuration";

  /** Property of Delta: how long entries of the log stay. */
  static final String LOG = "delta.logRetentionDuration";

  /**
   * Longer than any store lives: a version that a run names can be read until {@code assay
   * maintain} or {@code forget} takes it, which then say so in the run's row.
   */
  static final String KEPT = "interval 5000 weeks";

  /**
   * Property of Delta: the columns of which each file's smallest and largest value are written. By
   * default they are the first 32, and each task of a write compiles what finds them.
   */
  static final String STATISTICS = "delta.dataSkippingStatsColumns";

  /**
   * Keys that tell no file from another: ids of cases are hashes, so that of a few rows some are
   * small and some are great, and numbers begin anew with each case. A task copies what it has of
   * them for every row that it writes.
   */
  private static final Set<String> EVERYWHERE = Set.of("case_id", "repeat", "sentence_index");

  /** How long files and entries are kept. */
  static final Map<String, String> KEEPING = Map.of(FILES, KEPT, LOG, KEPT);

  /**
   * Setting of Delta: each commit notes which files there are. For a table's first commit Delta
   * plans a query for the files before it; without the setting it notes that there are none.
   */
  private static final String FILES_NOTED = "spark.databricks.delta.allFilesInCrc.enabled";

  private static Maker last = new Maker(null, null);

  /**
   * A session like {@code of} but for that setting, in which tables are made: in the session itself
   * a commit at the same time would miss it. Kept, since a run makes forty tables.
   */
  private record Maker(SparkSession of, SparkSession session) {}

  private static synchronized SparkSession maker(SparkSession spark) {
    if (last.of() != spark) {
      SparkSession session = spark.cloneSession();
      session.conf().set(FILES_NOTED, false);
      last = new Maker(spark, session);
    }
    return last.session();
  }

  /** Makes a table without rows. */
  void create(Table table) {
    if (location.isManaged()) {
      spark.sql("CREATE DATABASE IF NOT EXISTS " + location.database());
    }
    try {
      begin(table);
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

  private void begin(Table table) {
    SparkSession maker = maker(spark);
    try {
      write(DeltaTable.createIfNotExists(maker), table, Stamp.of(table.version()), KEEPING);
    } catch (Exception e) {
      if (location.isManaged()
          || !UnbornLog.cleared(spark.sessionState().newHadoopConf(), location.path(table))) {
        throw e;
      }
      write(DeltaTable.createIfNotExists(maker), table, Stamp.of(table.version()), KEEPING);
    }
  }

  /** Puts a table without rows in the place of one, in one commit; Delta keeps the one before. */
  void replace(Table table, Stamp stamp, Map<String, String> properties) {
    write(DeltaTable.replace(spark), table, stamp, properties);
  }

  private void write(
      DeltaTableBuilder start, Table table, Stamp stamp, Map<String, String> properties) {
    DeltaTableBuilder builder = location.at(start.comment(table.comment()), table);
    for (StructField field : table.schema().fields()) {
      builder =
          builder.addColumn(
              DeltaTable.columnBuilder(spark, field.name())
                  .dataType(field.dataType())
                  .nullable(field.nullable())
                  .comment(field.getComment().get())
                  .build());
    }
    builder = builder.property(Stamp.PROPERTY, stamp.toString());
    builder = builder.property(STATISTICS, statistics(table));
    for (Map.Entry<String, String> check : table.checks().entrySet()) {
      builder = builder.property("delta.constraints." + check.getKey(), check.getValue());
    }
    for (Map.Entry<String, String> property : properties.entrySet()) {
      builder = builder.property(property.getKey(), property.getValue());
    }
    builder.execute();
  }

  /** The columns of {@code table} that files have their least and greatest value of, by commas. */
  static String statistics(Table table) {
    List<String> some = table.keys().stream().filter(key -> !EVERYWHERE.contains(key)).toList();
    return String.join(",", some.isEmpty() ? table.keys() : some);
  }

  private static String rootMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
