package dev.assay.grammar.database;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a database holds, sorted by name: tables, columns in their order, foreign keys.
 *
 * @param product the database's own name and version
 * @param quote what stands around names that need it; empty: nothing can
 * @param folds how names without quotes are kept
 * @param reserved words in capitals that need quotes as names
 */
public record DatabaseSchema(
    String product,
    List<TableSchema> tables,
    List<ForeignKey> foreignKeys,
    String quote,
    Folding folds,
    Set<String> reserved) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  /** What becomes of names without quotes. */
  public enum Folding {
    UPPER,
    LOWER,
    /** They are found in any case. */
    NONE
  }

  /** The table of this name, whatever its case. */
  public Optional<TableSchema> table(String name) {
    return Names.find(tables, TableSchema::name, name);
  }

  /** The column, whatever the case of either name. */
  public Optional<ColumnSchema> column(String table, String column) {
    return table(table).flatMap(found -> found.column(column));
  }

  /** The name as SQL needs it: in quotes where it would not be found without. */
  public String quoted(String name) {
    boolean folded =
        switch (folds) {
          case UPPER -> name.equals(name.toUpperCase(Locale.ROOT));
          case LOWER -> name.equals(name.toLowerCase(Locale.ROOT));
          case NONE -> true;
        };
    if (folded
        && PLAIN.matcher(name).matches()
        && !reserved.contains(name.toUpperCase(Locale.ROOT))) {
      return name;
    }
    return quote + name.replace(quote, quote + quote) + quote;
  }
}
