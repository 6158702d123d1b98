package dev.assay.tables;

import dev.assay.config.StoreConfig;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * The tables, and the few ways to read and write them. Tables are created on first use with their
 * schema, comments and constraints; those of an older version are read as they are declared now,
 * and brought to it before they are written; those of a newer one are only read. Delta refuses
 * conflicting commits.
 *
 * <p>A store is that of one night, {@code run.key}: of tables that keep nights apart it reads,
 * adds, replaces and deletes the rows of its own, and nobody sees the column that says so. With
 * {@link Table#ofAllNights()} the same methods have the rows of all.
 */
public final class Store {
  private final SparkSession spark;
  private final Location location;
  private final DeltaState state;
  private final Evolution evolution;
  private final Opening opening;
  private final Night night;
  private volatile Runnable fence = () -> {};

  /** Of nights without a key. */
  public Store(SparkSession spark, StoreConfig config) {
    this(spark, config, "");
  }

  /** Of the night {@code run.key}. */
  public Store(SparkSession spark, StoreConfig config, String night) {
    this(spark, config, night, LogState.isAvailable(), Migrations.ALL);
  }

  /**
   * @param night {@code run.key}
   * @param log whether the state of tables is read from Delta Lake's log class
   * @param migrations what tables of older versions go through
   */
  Store(
      SparkSession spark,
      StoreConfig config,
      String night,
      boolean log,
      List<Migration> migrations) {
    this.spark = spark;
    this.night = new Night(night);
    this.location = Location.of(spark, config);
    this.state = log ? new LogState(spark, location) : new CommandState(spark, location);
    this.evolution = new Evolution(spark, location, state, migrations);
    this.opening = new Opening(spark, location, state, evolution);
  }

  /**
   * @param fence asked before rows are written; it throws where they may not be
   * @param alone whether nobody else writes from now on, but rows of {@code runs}
   */
  public void fencedBy(Runnable fence, boolean alone) {
    this.fence = fence;
    state.alone(alone);
  }

  public SparkSession spark() {
    return spark;
  }

  /** The night whose rows it reads and writes, {@code run.key}; may be empty. */
  public String night() {
    return night.key();
  }

  /**
   * The rows of {@code table}; none when nothing was written yet. A table of few bytes is read once
   * for all that ask for it until it is written again.
   */
  public Dataset<Row> read(Table table) {
    return exists(table)
        ? night.read(table, evolution.rows(table.ofAllNights()))
        : SmallTables.none(spark, table.schema());
  }

  /**
   * The rows of {@code table} as they were at a Delta version, whatever is written while queries
   * read them, in the declared shape: columns that came later are NULL. It fails where maintenance
   * has taken that version.
   */
  public Dataset<Row> readAt(Table table, long version) {
    if (version < 0) {
      return SmallTables.none(spark, table.schema());
    }
    if (state.small(table.ofAllNights(), version).isPresent()) {
      Dataset<Row> newest = read(table);
      if (version(table) == version) { // Else they may be of a commit that came in between.
        return newest;
      }
    }
    return night.readThen(table, location.readAt(spark, table, version));
  }

  /**
   * Appends rows whose keys are known to be new. Columns are matched by name. Where somebody wrote
   * to the table after this command was last known to have the store alone, the keys are looked for
   * once more: what another wrote while this command was paused is not there twice. Of a table that
   * was not there only its creation is known.
   */
  public void append(Table table, Dataset<Row> rows) {
    boolean absent = !exists(table);
    opening.open(table);
    Dataset<Row> newer = night.stored(table, rows);
    long known = absent ? 0 : version(table);
    JobLabel.writing(
        spark,
        table.name(),
        () -> {
          fence.run();
          if (!state.append(table, newer, known)) {
            Conflicts.retried(fence, () -> location.insert(spark, table, newer, Night.keys(table)));
          }
        });
  }

  /** Inserts rows, or replaces those with the same key. The source must be cheap to read twice. */
  public void merge(Table table, Dataset<Row> rows) {
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    opening.open(table);
    Dataset<Row> newer = night.stored(table, rows);
    write(
        table,
        old -> Matching.without(old, newer, Night.keys(table)).unionByName(newer, true),
        () -> location.merge(spark, table, newer, Night.keys(table)));
  }

  /**
   * Puts {@code rows} in the place of those for which {@code predicate} holds, in one commit. Every
   * row must satisfy it.
   */
  public void replace(Table table, Dataset<Row> rows, Column predicate) {
    opening.open(table);
    Column replaced = night.of(table, predicate);
    Dataset<Row> newer = night.stored(table, rows);
    write(
        table,
        old -> Matching.without(old, replaced).unionByName(newer, true),
        () -> location.overwrite(table, newer, replaced));
  }

  /** Inserts rows whose keys are new and leaves the others as they are. */
  public void insertMissing(Table table, Dataset<Row> rows) {
    if (isBlank(table)) {
      append(table, rows);
      return;
    }
    opening.open(table);
    Dataset<Row> newer = night.stored(table, rows);
    write(
        table,
        old -> old.unionByName(Matching.without(newer, old, Night.keys(table)), true),
        () -> location.insert(spark, table, newer, Night.keys(table)));
  }

  /**
   * Gives the rows for which {@code predicate} holds another value in {@code column}, by what they
   * have when it is written.
   */
  public void set(Table table, String column, Column value, Column predicate) {
    opening.open(table);
    Column changed = night.of(table, predicate);
    Column after = functions.when(changed, value).otherwise(functions.col(column));
    write(
        table,
        old -> old.withColumn(column, after),
        () -> location.delta(spark, table).update(changed, Map.of(column, value)));
  }

  /** Deletes the rows that agree with a row of {@code gone} in {@code columns}. */
  public void delete(Table table, Dataset<Row> gone, List<String> columns) {
    if (isBlank(table)) {
      return;
    }
    opening.open(table);
    Column[] on = columns.stream().map(functions::col).toArray(Column[]::new);
    Dataset<Row> keys = night.keys(table, gone.select(on).distinct());
    List<String> agreeing = List.of(keys.columns());
    write(
        table,
        old -> Matching.without(old, keys, agreeing),
        () -> location.merging(spark, table, keys, agreeing).whenMatched().delete().execute());
  }

  /** Deletes the rows for which {@code predicate} holds. */
  public void deleteWhere(Table table, Column predicate) {
    if (isBlank(table)) {
      return;
    }
    opening.open(table);
    Column deleted = night.of(table, predicate);
    // Delta has what is kept of a table computed again, whether or not it deletes.
    boolean none = JobLabel.step(spark, "old rows", () -> read(table).where(predicate).isEmpty());
    if (!none) {
      write(
          table,
          old -> Matching.without(old, deleted),
          () -> location.delta(spark, table).delete(deleted));
    }
  }

  /** Whether the table has no rows. */
  public boolean isEmpty(Table table) {
    if (!exists(table)) {
      return true;
    }
    return evolution.isMoving(table.ofAllNights()) || table.apart() && !state.isEmpty(table)
        ? read(table).isEmpty()
        : state.isEmpty(table);
  }

  /** Whether nothing was ever written to the table. */
  public boolean isBlank(Table table) {
    return state.isBlank(table);
  }

  /** Delta version of the table, or −1 when it does not exist. */
  public long version(Table table) {
    return state.version(table);
  }

  public boolean exists(Table table) {
    return version(table) >= 0;
  }

  /** Whether the driver alone would be done with the table's rows as fast as any cluster. */
  public boolean isSmall(Table table) {
    return !exists(table) || state.bytes(table) <= SmallTables.MOST_STORED_BYTES;
  }

  public String sqlName(Table table) {
    return location.sqlName(table);
  }

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

  /** What becomes of tables that another version of Assay wrote. */
  public Evolution evolution() {
    return evolution;
  }

  /** What keeps the tables small. */
  public Upkeep upkeep() {
    return new Upkeep(spark, location, state, fence);
  }

  /** Whether rows may be written: not where a newer Assay wrote one of the tables. */
  public boolean isWritable() {
    return evolution.newer().isEmpty();
  }

  /**
   * Creates every table that is missing and brings older ones to their version, unless a newer
   * Assay made the store.
   */
  public void openAll() {
    opening.all(isWritable());
  }

  /** Changes a small table's rows by {@code change}, those of a large one by {@code command}. */
  private void write(Table table, UnaryOperator<Dataset<Row>> change, Runnable command) {
    JobLabel.writing(
        spark,
        table.name(),
        () ->
            Conflicts.retried(
                fence,
                () -> {
                  if (!state.rewrite(table, change)) {
                    command.run();
                  }
                }));
  }
}
