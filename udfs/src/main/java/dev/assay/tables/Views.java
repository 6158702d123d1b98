package dev.assay.tables;

import dev.assay.base.Hashes;
import dev.assay.base.Resources;
import dev.assay.config.StoreConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.analysis.NoSuchDatabaseException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.types.StructField;
import scala.Option;

/**
 * The views for dashboards: one {@code SELECT} a file in {@code conf/sql/}, scalar columns only,
 * about the newest finished run of each name. Managed tables get theirs beside them. Path-based
 * tables are registered by location in database {@code store.schema} of the session catalog first;
 * without a metastore both last as long as the session.
 */
public final class Views {

  /** Their names, in the order in which they are created. */
  public static final List<String> NAMES =
      List.of(
          "v_leaderboard",
          "v_leaderboard_boolean",
          "v_set_scores",
          "v_drift",
          "v_heatmap",
          "v_robustness",
          "v_robustness_surface",
          "v_least_edits",
          "v_weakness",
          "v_calibration_curve",
          "v_guarantees",
          "v_decisions",
          "v_answer_counts",
          "v_review_queue",
          "v_cost",
          "v_coverage",
          "v_coverage_documents",
          "v_grammar_groups",
          "v_grammar_hypotheses",
          "v_grammar_contrasts",
          "v_grammar_reliability",
          "v_changes",
          "v_system_changes",
          "v_runs",
          "v_run_history");

  /** Property of the last view: what all of them were made of. */
  private static final String REVISION = "assay.views";

  private final SparkSession spark;
  private final Store store;
  private final StoreConfig config;

  public Views(SparkSession spark, Store store, StoreConfig config) {
    this.spark = spark;
    this.store = store;
    this.config = config;
  }

  /** Whether the session's catalog keeps tables and views when the session ends. */
  public static boolean outlast(SparkSession spark) {
    return spark.conf().get("spark.sql.catalogImplementation", "in-memory").equals("hive");
  }

  /**
   * Creates or replaces every view, and every table that is missing. In a store that can only be
   * read, what stands for a missing table, or for columns that an older one has not, is a view.
   */
  public void create() {
    create(true);
  }

  /** The same, but for views that this version of Assay has made before, which are left alone. */
  public void refresh() {
    create(false);
  }

  private void create(boolean again) {
    boolean opened = open();
    String catalog = spark.catalog().currentCatalog();
    String database = spark.catalog().currentDatabase();
    try {
      spark.catalog().setCurrentCatalog(store.managed() ? config.catalog() : "spark_catalog");
      if (!store.managed()) {
        spark.sql("CREATE DATABASE IF NOT EXISTS " + quoted(config.schema()));
      }
      spark.catalog().setCurrentDatabase(config.schema());
      if (!store.managed()) {
        for (Table table : Tables.ALL) {
          if (opened || isWhole(table)) {
            register(table);
          } else {
            standIn(table);
          }
        }
      }
      if (again || !areCurrent()) {
        NAMES.forEach(this::make);
      }
    } finally {
      spark.catalog().setCurrentCatalog(catalog);
      spark.catalog().setCurrentDatabase(database);
    }
  }

  private void make(String view) {
    // Plain names in a view are resolved in the database that was current at its creation.
    spark.sql(
        "CREATE OR REPLACE VIEW %s TBLPROPERTIES ('%s' = '%s') AS %s"
            .formatted(quoted(view), REVISION, revision(), query(view)));
  }

  private boolean areCurrent() {
    try {
      String last = quoted(NAMES.get(NAMES.size() - 1));
      return spark.sql("SHOW TBLPROPERTIES " + last).collectAsList().stream()
          .anyMatch(
              row ->
                  REVISION.equals(row.<String>getAs("key"))
                      && revision().equals(row.<String>getAs("value")));
    } catch (Exception notThere) { // Scala throws checked exceptions undeclared.
      return false;
    }
  }

  private static String revision() {
    return Hashes.sha256(
        Stream.concat(
                NAMES.stream().map(Views::query),
                Tables.ALL.stream().map(table -> table.schema().json()))
            .toArray(String[]::new));
  }

  private boolean open() {
    try {
      store.openAll();
      return true;
    } catch (Exception e) { // Scala throws checked exceptions undeclared.
      if (!ReadOnlyStore.is(store)) {
        throw e;
      }
      return false;
    }
  }

  private boolean isWhole(Table table) {
    return store
        .evolution()
        .standing(table)
        .filter(standing -> standing.isCurrent() || standing.isNewer())
        .isPresent();
  }

  private void standIn(Table table) {
    Optional<Standing> standing = store.evolution().standing(table);
    if (standing.filter(old -> old.unfinished() || !old.migrations().isEmpty()).isPresent()) {
      throw new StoreException(
          ("Table '%s' at %s is of an older Assay, and the store can only be read. Run 'assay"
                  + " migrate' where it can be written, or serve a copy.")
              .formatted(table.name(), store.path(table)));
    }
    if (registered(table).isPresent()) {
      return; // An earlier session knew it; its views are about it.
    }
    String columns =
        Arrays.stream(table.ofAllNights().schema().fields())
            .map(field -> column(field, standing))
            .collect(Collectors.joining(", "));
    spark.sql(
        "CREATE OR REPLACE VIEW %s AS SELECT %s %s"
            .formatted(
                quoted(table.name()),
                columns,
                standing.isPresent() ? "FROM delta." + quoted(location(table)) : "WHERE false"));
  }

  private static String column(StructField field, Optional<Standing> standing) {
    boolean there = standing.filter(table -> !table.added().contains(field.name())).isPresent();
    if (!there && field.name().equals(Table.NIGHT)) {
      return "'' AS " + quoted(Table.NIGHT);
    }
    return there
        ? quoted(field.name())
        : "CAST(NULL AS %s) AS %s".formatted(field.dataType().sql(), quoted(field.name()));
  }

  private void register(Table table) {
    String location = location(table);
    Optional<URI> registered = registered(table);
    if (registered.isPresent()) {
      URI found = registered.get();
      if (found.getPath().equals(new Path(location).toUri().getPath())) {
        return;
      }
      throw new StoreException(
          "Database '%s' has a table '%s' of another store, at %s; this store's is at %s."
                  .formatted(config.schema(), table.name(), found, location)
              + " Use another store.schema, or drop that table.");
    }
    spark.sql(
        "CREATE TABLE %s USING delta LOCATION '%s'"
            .formatted(quoted(table.name()), location.replace("\\", "\\\\").replace("'", "\\'")));
  }

  /** Where the catalog's own entry says that a table is, which may be gone from there. */
  private Optional<URI> registered(Table table) {
    try {
      CatalogTable found =
          spark
              .sessionState()
              .catalog()
              .getTableMetadata(new TableIdentifier(table.name(), Option.apply(config.schema())));
      if (found.tableType().equals(CatalogTableType.VIEW())) {
        spark.sql("DROP VIEW " + quoted(table.name())); // It stood in for the table.
        return Optional.empty();
      }
      return Optional.of(found.location());
    } catch (NoSuchDatabaseException | NoSuchTableException e) {
      return Optional.empty();
    }
  }

  private String location(Table table) {
    Path path = new Path(store.path(table));
    try {
      return path.getFileSystem(spark.sparkContext().hadoopConfiguration())
          .makeQualified(path)
          .toString();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot reach store.path = '" + config.path() + "'", e);
    }
  }

  /** The SELECT of a view. */
  public static String query(String view) {
    String name = "/sql/" + view + ".sql";
    return Resources.text(Views.class, name)
        .orElseThrow(
            () -> new IllegalStateException("Resource '" + name + "' is not on the class path"));
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
