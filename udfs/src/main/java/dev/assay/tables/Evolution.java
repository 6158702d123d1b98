package dev.assay.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Tables that another version of Assay wrote: their rows are read in the declared shape, whatever
 * they have; before they are written they become what is declared. Added columns need no more than
 * that; other changes wait for {@link #migrate}.
 *
 * <p>A migration empties the table and writes its rows anew, in commits of one Delta table: the
 * version of the table before stays readable, is what is read until the migration ends, and what it
 * starts from again when it was interrupted. Delta's clean-up spares it so long.
 */
public final class Evolution {
  private final SparkSession spark;
  private final Location location;
  private final DeltaState state;
  private final List<Migration> migrations;
  private final Set<String> current = ConcurrentHashMap.newKeySet();
  private Optional<List<Standing>> newer = Optional.empty();

  Evolution(SparkSession spark, Location location, DeltaState state, List<Migration> migrations) {
    this.spark = spark;
    this.location = location;
    this.state = state;
    this.migrations = migrations;
  }

  /** Where {@code table} stands; empty when it does not exist. */
  public Optional<Standing> standing(Table table) {
    return state.stored(table).map(stored -> standing(table.ofAllNights(), stored));
  }

  /** The rows of an existing table in the declared shape. */
  Dataset<Row> rows(Table table) {
    if (current.contains(table.name())) {
      return asStored(table);
    }
    Stamp stamp = stamp(table, stored(table));
    if (stamp.equals(Stamp.of(table.version()))) {
      current.add(table.name());
      return asStored(table);
    }
    return rows(table, stamp);
  }

  private Dataset<Row> asStored(Table table) {
    return state.rows(table).orElseGet(() -> location.read(spark, table));
  }

  /** Whether the newest version of an existing table does not hold its rows. */
  boolean isMoving(Table table) {
    return !current.contains(table.name()) && stamp(table, stored(table)).isMoving();
  }

  /** Makes an existing table what is declared, or says why it cannot be written. */
  void open(Table declared) {
    Table table = declared.ofAllNights();
    Stored stored = stored(table);
    Stamp stamp = stamp(table, stored);
    refuseNewer(table, stamp);
    if (stamp.isMoving() || !chain(table, stamp).isEmpty()) {
      throw new StoreException(
          ("Table '%s' in %s has schema version %d%s, this Assay writes version %d."
                  + " Run 'assay migrate' (with --dry-run it says what it would do).")
              .formatted(
                  table.name(),
                  location.where(),
                  stamp.version(),
                  stamp.isMoving() ? " and a migration that has not ended" : "",
                  table.version()));
    }
    if (!missing(table, stored).isEmpty()) {
      Conflicts.retried(() -> upgrade(table));
    }
    current.add(table.name());
  }

  /** Brings an existing table to the declared version; one that is there stays as it is. */
  public void migrate(Table declared) {
    Table table = declared.ofAllNights();
    Stored stored = stored(table);
    Stamp stamp = stamp(table, stored);
    refuseNewer(table, stamp);
    if (stamp.isMoving() || !chain(table, stamp).isEmpty()) {
      move(table, stamp);
    } else if (stamp.version() < table.version()) {
      Conflicts.retried(() -> upgrade(table));
    }
    current.add(table.name());
  }

  /**
   * Another command may do the same at this moment, since those that only read open tables too: a
   * statement that fails for it is left, and what is missing now comes instead.
   */
  private void upgrade(Table table) {
    List<String> statements = missing(table, stored(table));
    try {
      statements.forEach(spark::sql);
    } catch (Exception e) { // Scala throws checked exceptions undeclared.
      if (missing(table, stored(table)).equals(statements)) {
        throw e;
      }
      upgrade(table);
    }
  }

  /** What makes a table without a migration before it the declared one, as statements. */
  private List<String> missing(Table table, Stored stored) {
    Stamp stamp = stamp(table, stored);
    String name = location.sqlName(table);
    return stamp.equals(Stamp.of(table.version()))
        ? Upgrade.comments(table, stored, name)
        : Upgrade.from(stamp.version(), table, stored, name).statements();
  }

  private void move(Table table, Stamp stamp) {
    Stamp moving = stamp.isMoving() ? stamp : new Stamp(stamp.version(), state.version(table));
    // Planned first, so that what cannot be done fails while nothing has changed.
    Dataset<Row> rows = rows(table, moving);
    new Definitions(spark, location).replace(table, moving, Definitions.KEEPING);
    if (!stamp.isMoving()) {
      requireAlone(table, moving.rowsAt() + 1);
    }
    location.save(rows.write().format("delta").mode("append"), table);
    spark.sql(
        "ALTER TABLE %s SET TBLPROPERTIES ('%s' = '%s')"
            .formatted(location.sqlName(table), Stamp.PROPERTY, Stamp.of(table.version())));
  }

  private void requireAlone(Table table, long expected) {
    long last = state.version(table) - 1;
    if (last >= expected) {
      throw new StoreException(
          ("Another program wrote table '%s' in %s while its migration began (Delta versions %d to"
                  + " %d). Stop it, run RESTORE TABLE %s TO VERSION AS OF %d, and 'assay migrate'"
                  + " again.")
              .formatted(
                  table.name(), location.where(), expected, last, location.sqlName(table), last));
    }
  }

  private Dataset<Row> rows(Table table, Stamp stamp) {
    Dataset<Row> rows =
        stamp.isMoving()
            ? spark.sql(
                "SELECT * FROM %s VERSION AS OF %d"
                    .formatted(location.sqlName(table), stamp.rowsAt()))
            : asStored(table);
    List<Migration> chain = chain(table, stamp);
    for (Migration migration : chain) {
      rows = migration.rows().apply(rows);
    }
    int version = chain.isEmpty() ? stamp.version() : chain.get(chain.size() - 1).from() + 1;
    return new Shape(table, version).of(rows);
  }

  private Standing standing(Table table, Stored stored) {
    Stamp stamp = stamp(table, stored);
    List<String> names = chain(table, stamp).stream().map(Migration::name).toList();
    List<String> added = new ArrayList<>();
    if (names.isEmpty() && !stamp.isMoving() && stamp.version() < table.version()) {
      added.addAll(Upgrade.from(stamp.version(), table, stored, location.sqlName(table)).added());
    }
    return new Standing(table, stamp.version(), stamp.isMoving(), added, names);
  }

  private List<Migration> chain(Table table, Stamp stamp) {
    return migrations.stream()
        .filter(migration -> migration.table().equals(table.name()))
        .filter(m -> m.from() >= stamp.version() && m.from() < table.version())
        .sorted(Comparator.comparingInt(Migration::from))
        .toList();
  }

  private Stored stored(Table table) {
    return state.stored(table).orElseThrow();
  }

  private Stamp stamp(Table table, Stored stored) {
    return Stamp.of(stored)
        .orElseThrow(
            () ->
                new StoreException(
                    ("Table '%s' in %s has schema version %s, which Assay never gives."
                            + " Is it Assay's? Use another store.path.")
                        .formatted(
                            table.name(),
                            location.where(),
                            stored.properties().getOrDefault(Stamp.PROPERTY, "none"))));
  }

  /** One newer table is enough: what newer rows mean together, only a newer program knows. */
  private void refuseNewer(Table table, Stamp stamp) {
    if (stamp.version() > table.version()) {
      throw newer(table, stamp.version());
    }
    newer().stream()
        .findFirst()
        .ifPresent(
            first -> {
              throw newer(first.table(), first.found());
            });
  }

  private StoreException newer(Table table, int found) {
    return new StoreException(
        ("Table '%s' in %s has schema version %d, this Assay writes version %d: a newer Assay"
                + " made it. The store can be read, not written; use that Assay, or another"
                + " store.path.")
            .formatted(table.name(), location.where(), found, table.version()));
  }

  /** The tables that a newer Assay wrote, as they were when this was first asked. */
  synchronized List<Standing> newer() {
    if (newer.isEmpty()) {
      newer =
          Optional.of(
              Concurrently.all(
                      spark,
                      Tables.ALL.stream()
                          .<Supplier<Optional<Standing>>>map(table -> () -> standing(table))
                          .toList())
                  .stream()
                  .flatMap(Optional::stream)
                  .filter(Standing::isNewer)
                  .toList());
    }
    return newer.get();
  }
}
