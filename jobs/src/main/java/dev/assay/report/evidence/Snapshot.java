package dev.assay.report.evidence;

import dev.assay.config.StoreConfig;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import dev.assay.udfs.door.RefusedStatement;
import dev.assay.udfs.door.Statements;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import scala.collection.JavaConverters;

/**
 * The tables and views of a store as they were at one moment, under their plain names in a session
 * of its own, for queries that only read.
 */
public final class Snapshot {
  private static final Pattern SOURCE =
      Pattern.compile("\\b(?:FROM|JOIN)\\s+(\\w+)", Pattern.CASE_INSENSITIVE);

  private final SparkSession spark;
  private final Statements allowed;
  private final Map<String, Long> versions;

  /** The Delta versions of the tables that there are, now. */
  public static Map<String, Long> now(Store store) {
    Map<String, Long> versions = new TreeMap<>();
    for (Table table : Tables.ALL) {
      if (store.exists(table)) {
        versions.put(table.name(), store.version(table));
      }
    }
    return versions;
  }

  /**
   * @param night {@code run.key}: it has the rows of this one alone, as {@link OneNight} says
   * @param versions Delta versions by table; a table that is not named has no rows
   * @throws EvidenceException where a version can be read no more
   */
  public Snapshot(
      SparkSession session, StoreConfig config, String night, Map<String, Long> versions) {
    this.spark = session.newSession();
    JavaConverters.mapAsJavaMap(session.conf().getAll())
        .forEach(
            (key, value) -> {
              if (spark.conf().isModifiable(key)) {
                spark.conf().set(key, value);
              }
            });
    this.versions = Map.copyOf(versions);
    this.allowed = new Statements("", config.schema(), List.of());
    Store store = new Store(spark, config);
    OneNight own = new OneNight(night, table -> rows(store, table.ofAllNights()));
    for (Table table : Tables.ALL) {
      own.rows(table).createOrReplaceTempView(table.name());
    }
    for (String view : Views.NAMES) {
      spark.sql(Views.query(view)).createOrReplaceTempView(view);
    }
  }

  private Dataset<Row> rows(Store store, Table table) {
    Long version = versions.get(table.name());
    if (version == null) {
      return spark.createDataFrame(List.<Row>of(), table.schema());
    }
    try {
      return store.readAt(table, version);
    } catch (Exception e) { // Scala throws checked exceptions undeclared.
      throw new EvidenceException(
          ("Table '%s' cannot be read as it was at Delta version %d: %s. Versions go by 'assay"
                  + " maintain' and 'assay forget'; the column pruned of runs names them.")
              .formatted(table.name(), version, firstLine(e)),
          e);
    }
  }

  /** The rows of a query with {@code :run}. */
  Rows rows(Statement statement, String run, int most) {
    return rows(statement, Map.of("run", run), most);
  }

  /**
   * The rows of a query.
   *
   * @param values of its parameters; it need not have all of them
   * @throws EvidenceException for what is no SELECT over the store's tables, and what cannot be
   *     computed
   */
  public Rows rows(Statement statement, Map<String, Object> values, int most) {
    Dataset<Row> rows = dataset(statement, values);
    return new Rows(List.of(rows.columns()), rows.limit(most).collectAsList());
  }

  /**
   * What a query came to.
   *
   * @param columns in order
   * @param rows in order
   */
  public record Rows(List<String> columns, List<Row> rows) {}

  /**
   * Refuses what is no SELECT over the store's tables, without computing anything.
   *
   * @throws EvidenceException that says so
   */
  void requireReading(Statement statement) {
    try {
      allowed.check(statement.sql(), spark.sessionState().sqlParser().parsePlan(statement.sql()));
    } catch (RefusedStatement e) {
      throw new EvidenceException(
          "Query '%s' does more than read tables of the store: %s"
              .formatted(statement.id(), e.getMessage()),
          e);
    } catch (Exception e) { // Scala throws ParseException undeclared.
      throw new EvidenceException(
          "Query '%s' is no SQL: %s".formatted(statement.id(), firstLine(e)), e);
    }
  }

  private Dataset<Row> dataset(Statement statement, Map<String, Object> values) {
    requireReading(statement);
    try {
      return spark.sql(statement.sql(), values);
    } catch (Exception e) { // Scala throws AnalysisException undeclared.
      throw new EvidenceException(
          "Query '%s' cannot be computed: %s".formatted(statement.id(), firstLine(e)), e);
    }
  }

  /** The tables that a query reads, those behind views too, with their versions; −1: none yet. */
  Map<String, Long> sources(String sql) {
    Map<String, Long> found = new TreeMap<>();
    sources(sql, found, new TreeSet<>());
    return found;
  }

  private void sources(String sql, Map<String, Long> found, Set<String> seen) {
    Matcher source = SOURCE.matcher(sql);
    while (source.find()) {
      String name = source.group(1);
      if (Views.NAMES.contains(name) && seen.add(name)) {
        sources(Views.query(name), found, seen);
      } else if (Tables.ALL.stream().anyMatch(table -> table.name().equals(name))) {
        found.put(name, versions.getOrDefault(name, -1L));
      }
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
  }
}
