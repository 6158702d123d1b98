package dev.assay.tables;

import java.util.Optional;

/** What the store asks of a Delta table beside its rows. */
interface DeltaState {
  /** Version of the table, or −1 when it does not exist. */
  long version(Table table);

  /** How the table is defined; empty when it does not exist. */
  Optional<Stored> stored(Table table);

  /** Whether an existing table has no row. */
  boolean isEmpty(Table table);

  /** Version 0 is the creation, which brings no rows. */
  default boolean isBlank(Table table) {
    return version(table) <= 0;
  }
}
