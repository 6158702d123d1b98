package dev.assay.grammar.database;

import java.util.List;
import java.util.Optional;

/**
 * A table or view.
 *
 * @param comment what it means, or empty
 * @param primaryKey names of the columns, in their order; empty: none is declared
 * @param leftOut why nobody asks about it; empty: it is asked about
 */
public record TableSchema(
    String name,
    boolean view,
    String comment,
    long rows,
    List<String> primaryKey,
    List<ColumnSchema> columns,
    Optional<String> leftOut) {
  /** Rows that are looked at to tell what its columns hold. */
  public static final int LOOKED = 5_000;

  /** The column of this name, whatever its case. */
  public Optional<ColumnSchema> column(String column) {
    return Names.find(columns, ColumnSchema::name, column);
  }

  /** The columns that are asked about. */
  public List<ColumnSchema> asked() {
    return leftOut.isPresent() ? List.of() : columns.stream().filter(ColumnSchema::asked).toList();
  }
}
