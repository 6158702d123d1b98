package dev.assay.grammar.database;

import java.util.List;

/**
 * Columns of a table that name a row of another (or of the same).
 *
 * @param columns of {@code table}, in the order of {@code otherColumns}
 */
public record ForeignKey(
    String table, List<String> columns, String other, List<String> otherColumns) {}
