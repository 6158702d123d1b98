package dev.assay.grammar.sql;

import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;

/** The tables of a query by their aliases, and which column a written name means. */
final class Scope {
  private final DatabaseSchema schema;
  private final Map<String, Source> sources = new LinkedHashMap<>();
  private final Map<String, Integer> times = new HashMap<>();

  Scope(DatabaseSchema schema) {
    this.schema = schema;
  }

  /**
   * A table of the query.
   *
   * @param alias as written, without quotes
   * @param normal what it is called in the normal form: the table, numbered where it is there again
   */
  record Source(String alias, boolean aliased, TableSchema table, String normal) {}

  /** What a written column is. */
  record Found(Source source, ColumnSchema column) {

    /** In the normal form. */
    String normal() {
      return source.normal() + "." + column.name();
    }
  }

  Source add(FromItem item) {
    RefusedException.unless(item instanceof Table, "it selects from what is no table");
    Table table = (Table) item;
    RefusedException.unless(
        table.getSchemaName() == null && table.getDatabase().getFullyQualifiedName().isEmpty(),
        "table " + table + " names a schema: write the table's name alone (grammar.database.schema)");
    String name = bare(table.getName());
    Optional<TableSchema> found = schema.table(name);
    RefusedException.unless(found.isPresent(), "there is no table '" + name + "'" + nearest(name));
    TableSchema known = found.orElseThrow();
    RefusedException.unless(
        !excluded(known.leftOut()), "table '" + name + "' is left out by grammar.database.leave-out");
    boolean aliased = table.getAlias() != null;
    String alias = aliased ? bare(table.getAlias().getName()) : known.name();
    int time = times.merge(known.name(), 1, Integer::sum);
    Source source =
        new Source(alias, aliased, known, known.name() + (time == 1 ? "" : "#" + time));
    RefusedException.unless(
        sources.put(alias.toLowerCase(Locale.ROOT), source) == null,
        "two tables are called '" + alias + "'");
    table.setName(schema.quoted(known.name()));
    if (aliased) {
      table.getAlias().setName(schema.quoted(alias));
    }
    return source;
  }

  List<Source> sources() {
    return new ArrayList<>(sources.values());
  }

  /** What the column is; it must be one. */
  Found find(Column written) {
    String name = bare(written.getColumnName());
    if (written.getTable() != null && written.getTable().getName() != null) {
      RefusedException.unless(
          written.getTable().getSchemaName() == null, "column " + written + " names a schema");
      String alias = bare(written.getTable().getName());
      Source source = sources.get(alias.toLowerCase(Locale.ROOT));
      RefusedException.unless(
          source != null, "column " + written + " is of a table that is not in FROM");
      return found(source, name);
    }
    List<Source> holding =
        sources.values().stream().filter(s -> s.table().column(name).isPresent()).toList();
    RefusedException.unless(!holding.isEmpty(), "there is no column '" + name + "'");
    RefusedException.unless(
        holding.size() == 1, "several tables have a column '" + name + "': write Table." + name);
    return found(holding.get(0), name);
  }

  /** Writes the column as the database finds it: in quotes where it needs them. */
  Found rename(Column written) {
    Found found = find(written);
    boolean told = written.getTable() != null && written.getTable().getName() != null;
    written.setColumnName(schema.quoted(found.column().name()));
    if (told || sources.size() > 1) {
      Source source = found.source();
      written.setTable(
          new Table(schema.quoted(source.aliased() ? source.alias() : source.table().name())));
    }
    return found;
  }

  private Found found(Source source, String name) {
    Optional<ColumnSchema> column = source.table().column(name);
    RefusedException.unless(
        column.isPresent(), "table '" + source.table().name() + "' has no column '" + name + "'");
    RefusedException.unless(
        !excluded(column.orElseThrow().leftOut()),
        "column '"
            + column.orElseThrow().qualified()
            + "' is left out by grammar.database.leave-out");
    return new Found(source, column.orElseThrow());
  }

  private static boolean excluded(Optional<String> reason) {
    return reason.filter(given -> given.endsWith("grammar.database.leave-out")).isPresent();
  }

  private String nearest(String name) {
    return dev.assay.base.Nearest.hint(
        name, schema.tables().stream().map(TableSchema::name).toList());
  }

  static String bare(String name) {
    if (name.length() > 1 && "\"`".indexOf(name.charAt(0)) >= 0) {
      String quote = name.substring(0, 1);
      return name.substring(1, name.length() - 1).replace(quote + quote, quote);
    }
    return name;
  }
}
