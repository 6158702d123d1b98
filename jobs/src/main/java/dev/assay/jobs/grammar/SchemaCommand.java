package dev.assay.jobs.grammar;

import dev.assay.config.AssayConfig;
import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.ForeignKey;
import dev.assay.grammar.database.TableSchema;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** {@code grammar schema}: what was read of a database, what is left out, and why. */
public record SchemaCommand() implements Action {

  @Override
  public String name() {
    return "grammar-schema";
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return List.of();
  }

  @Override
  public void run(Session session) {
    try (Database database = Source.open(session)) {
      print(database.schema(), session.out());
    }
  }

  static void print(DatabaseSchema schema, PrintStream out) {
    long asked = schema.tables().stream().mapToLong(table -> table.asked().size()).sum();
    long all = schema.tables().stream().mapToLong(table -> table.columns().size()).sum();
    out.printf(
        Locale.ROOT,
        "%s: %,d tables and views, %,d foreign keys; %,d of %,d columns are asked about%n",
        schema.product(),
        schema.tables().size(),
        schema.foreignKeys().size(),
        asked,
        all);
    for (TableSchema table : schema.tables()) {
      out.printf(
          Locale.ROOT,
          "%n%s %s, %,d rows%s%s%n",
          table.view() ? "view" : "table",
          table.name(),
          table.rows(),
          table.comment().isEmpty() ? "" : ": " + table.comment(),
          table.leftOut().map(why -> "  (left out: " + why + ")").orElse(""));
      for (ColumnSchema column : table.columns()) {
        out.printf(
            "  %-28s %-8s %s%s%s%n",
            column.name(),
            column.type().name().toLowerCase(Locale.ROOT),
            column.declared().toLowerCase(Locale.ROOT),
            column.comment().isEmpty() ? "" : "  \"" + column.comment() + "\"",
            column.leftOut().map(why -> "  (left out: " + why + ")").orElse(""));
      }
    }
    out.println();
    for (ForeignKey key : schema.foreignKeys()) {
      out.printf(
          "%s (%s) -> %s (%s)%n",
          key.table(),
          String.join(", ", key.columns()),
          key.other(),
          String.join(", ", key.otherColumns()));
    }
    if (schema.foreignKeys().isEmpty()) {
      out.println(
          "No foreign keys: templates join no tables. Where the database cannot declare them, write"
              + " the joins into the file of templates.");
    }
  }
}
