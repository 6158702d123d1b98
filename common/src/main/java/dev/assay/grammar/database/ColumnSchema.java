package dev.assay.grammar.database;

import java.util.Optional;

/**
 * A column of a table.
 *
 * @param declared its type as the database names it
 * @param key whether it is (part of) the primary key or of a foreign key
 * @param comment what it means, or empty
 * @param distinct how many values the rows that were looked at have, NULL not among them
 * @param repeats whether two of the rows that were looked at have the same value
 * @param leftOut why nobody asks about it; empty: it means something to people
 */
public record ColumnSchema(
    String table,
    String name,
    ColumnType type,
    String declared,
    boolean nullable,
    boolean key,
    String comment,
    long distinct,
    boolean repeats,
    Optional<String> leftOut) {

  /** Whether it is asked about. */
  public boolean asked() {
    return leftOut.isEmpty();
  }

  /** {@code Table.Column}. */
  public String qualified() {
    return table + "." + name;
  }
}
