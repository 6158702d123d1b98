package dev.assay.tables;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** What the store asks of a Delta table beside its rows. */
interface DeltaState {
  /** Version of the table, or −1 when it does not exist. */
  long version(Table table);

  /** How the table is defined; empty when it does not exist. */
  Optional<Stored> stored(Table table);

  /** Whether an existing table has no row. */
  boolean isEmpty(Table table);

  /** Bytes of an existing table's files; more than any has where that would have to be computed. */
  default long bytes(Table table) {
    return Long.MAX_VALUE;
  }

  /** The rows of an existing table as they are now, where they are few enough to be kept here. */
  default Optional<Dataset<Row>> small(Table table) {
    return Optional.empty();
  }

  /** The same where the newest version is {@code version}; else empty. */
  default Optional<Dataset<Row>> small(Table table, long version) {
    return Optional.empty();
  }

  /** The rows of an existing table, held or read when they are asked for; empty where not known. */
  default Optional<Dataset<Row>> rows(Table table) {
    return Optional.empty();
  }

  /**
   * Puts what {@code change} makes of the rows of a small table in their place, in one commit that
   * fails like any other where somebody wrote to the table meanwhile.
   *
   * @return false, and nothing happened, where the table is not small
   */
  default boolean rewrite(Table table, UnaryOperator<Dataset<Row>> change) {
    return false;
  }

  /**
   * Appends rows in one commit that comes right after version {@code known} of an existing table.
   *
   * @return false, and no row was written, where that is not the newest version any more, or cannot
   *     be asked for
   */
  default boolean append(Table table, Dataset<Row> rows, long known) {
    return false;
  }

  /** The files of the log; empty where the platform hides Delta's own classes. */
  default Optional<TableLog> log(Table table) {
    return Optional.empty();
  }

  /**
   * Whether nobody else writes to tables from now on, but rows of {@code runs}: then what was seen
   * of a table need not be looked at again.
   */
  default void alone(boolean alone) {}

  /** To be told before a missing table is made: that it was missing is not to be known any more. */
  default void forget(Table table) {}

  /** Version 0 is the creation, which brings no rows. */
  default boolean isBlank(Table table) {
    return version(table) <= 0;
  }
}
