package dev.assay.jobs.grammar;

import dev.assay.base.Hashes;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.jobs.engine.StageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructField;

/**
 * Tables of Spark's as an SQLite file, so that queries of questions are answered as those of any
 * database. Executors open it at the same path, as any SQLite file. A file's name says what it was
 * made of: it is made anew only when that has changed.
 */
record TableCopy(SparkSession spark, DatabaseConfig config) {
  private static final String PREFIX = "jdbc:sqlite:";
  private static final int BATCH = 5_000;

  /** Of the layout of the copies; another one makes them anew. */
  private static final String VERSION = "1";

  /** The database to open: the configured one, or the copy of the tables. */
  static DatabaseConfig of(SparkSession spark, DatabaseConfig config) {
    return config.tables().isEmpty() ? config : new TableCopy(spark, config).copy();
  }

  private DatabaseConfig copy() {
    Map<String, SparkTable> tables = new TreeMap<>();
    Map<String, Dataset<Row>> rows = new TreeMap<>();
    Map<String, String> comments = new TreeMap<>();
    List<String> made = new ArrayList<>(List.of(VERSION, Integer.toString(config.maxTableRows())));
    config
        .tables()
        .forEach(
            (name, table) -> {
              SparkTable one = new SparkTable(spark, name, table);
              Dataset<Row> read = one.rows();
              tables.put(name, one);
              rows.put(name, read);
              for (StructField field : read.schema().fields()) {
                if (field.getComment().isDefined()) {
                  comments.put(name + "." + field.name(), field.getComment().get());
                }
              }
            });
    List<String> names = List.copyOf(tables.keySet());
    Map<String, String> definitions = new TreeMap<>();
    tables.forEach(
        (name, table) -> {
          String definition = table.definition(rows.get(name).schema(), names);
          definitions.put(name, definition);
          made.addAll(List.of(name, definition, table.version(rows.get(name))));
        });
    String digest = Hashes.sha256(made.toArray(String[]::new)).substring(0, 32);
    Path file = Path.of(config.copy(), "tables-" + digest + ".sqlite").toAbsolutePath();
    if (!Files.exists(file)) {
      write(file, tables, rows, definitions);
    }
    return config.at(PREFIX + file, comments);
  }

  private void write(
      Path file,
      Map<String, SparkTable> tables,
      Map<String, Dataset<Row>> rows,
      Map<String, String> definitions) {
    try {
      Files.createDirectories(file.getParent());
      Path part = Files.createTempFile(file.getParent(), "tables-", ".part");
      try (Connection connection = DriverManager.getConnection(PREFIX + part)) {
        connection.setAutoCommit(false);
        for (Map.Entry<String, SparkTable> one : tables.entrySet()) {
          write(connection, one.getValue(), rows.get(one.getKey()), definitions.get(one.getKey()));
        }
        connection.commit();
      } catch (SQLException | RuntimeException failure) {
        Files.deleteIfExists(part);
        throw failure;
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw new StageException(
          "grammar.database.copy = '" + config.copy() + "' cannot be written: " + failure, failure);
    } catch (SQLException failure) {
      throw new StageException(
          "The tables of grammar.database.tables cannot be copied: "
              + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "),
          failure);
    }
  }

  private void write(Connection to, SparkTable table, Dataset<Row> rows, String definition)
      throws SQLException {
    long count = rows.count();
    if (count > config.maxTableRows()) {
      throw new StageException(
          String.format(
              Locale.ROOT,
              "grammar.database.tables.%s has %,d rows, more than grammar.database.max-table-rows ="
                  + " %,d. Name a view with the rows that are asked about, or allow more.",
              table.name(),
              count,
              config.maxTableRows()));
    }
    try (Statement statement = to.createStatement()) {
      statement.execute(definition);
    }
    int width = rows.columns().length;
    String places = String.join(", ", java.util.Collections.nCopies(width, "?"));
    try (PreparedStatement insert =
        to.prepareStatement(
            "INSERT INTO " + SparkTable.sql(table.name()) + " VALUES (" + places + ")")) {
      Iterator<Row> each = table.copied(rows).toLocalIterator();
      for (int n = 1; each.hasNext(); n++) {
        Row row = each.next();
        int place = 0;
        for (String column : row.schema().fieldNames()) {
          insert.setObject(++place, row.getAs(column));
        }
        insert.addBatch();
        if (n % BATCH == 0 || !each.hasNext()) {
          insert.executeBatch();
        }
      }
    } catch (SQLException failure) {
      throw new StageException(
          "grammar.database.tables."
              + table.name()
              + " cannot be copied; is its primary-key "
              + table.config().primaryKey()
              + " one? SQLite says: "
              + String.valueOf(failure.getMessage()).replaceAll("\\s+", " "),
          failure);
    }
    System.err.printf(Locale.ROOT, "grammar: table %s copied, %,d rows%n", table.name(), count);
  }
}
