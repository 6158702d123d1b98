package dev.assay.tables;

import static dev.assay.testing.GeneratedDocument.cell;

import dev.assay.base.Lines;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The reference of tables and views as Markdown: what their schemas and comments say. */
final class TablesReference {
  private static final String OPENING =
      """
      # Tables and views

      This file is generated from the schemas by `scripts/docs`, and a test holds it to them: change `Tables` or `conf/sql`, not this file. The same comments stand in the Delta tables
      (`DESCRIBE TABLE`).

      Ids are SHA-256 of content in hexadecimal, so a re-run merges instead of duplicating. Texts are as given, never cut; times are UTC. A metric is always `evaluator.metric`; a slice is
      `all` or `key=value` pairs joined by ` & `. What could not be measured is NULL with a status, never 0.

      """;

  private TablesReference() {}

  static String of(List<Table> tables, Map<String, View> views) {
    StringBuilder text = new StringBuilder(OPENING);
    text.append("| table | a row is |\n| --- | --- |\n");
    tables.forEach(table -> line(text, table.name(), table.comment()));
    text.append("\n| view | what it shows |\n| --- | --- |\n");
    views.forEach((name, view) -> line(text, name, view.comment()));
    text.append("\n## Tables\n");
    tables.forEach(table -> append(text, table));
    text.append(
        """

        ## Views
        They have scalar columns only. A column that a table has, renamed or not, has its meaning; the others are computed in `conf/sql`.
        """);
    views.forEach((name, view) -> append(text, name, view, tables));
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String comment) {
    text.append("| [`%s`](#%s) | %s |\n".formatted(name, name, cell(comment)));
  }

  private static void append(StringBuilder text, Table table) {
    text.append("\n### %s\n%s.\n\n".formatted(table.name(), table.comment()));
    text.append("Key: %s. Version %d.\n\n".formatted(quoted(table.keys()), table.version()));
    text.append("| column | type | nullable | meaning |\n| --- | --- | --- | --- |\n");
    for (StructField field : table.schema().fields()) {
      text.append(
          "| `%s` | %s | %s | %s |\n"
              .formatted(
                  field.name(), type(field), field.nullable() ? "yes" : "no", meaning(field)));
    }
    if (!table.checks().isEmpty()) {
      text.append("\nConstraints:\n");
      new TreeMap<>(table.checks())
          .forEach((name, check) -> text.append("- `%s`: `%s`\n".formatted(name, check)));
    }
  }

  /**
   * What a column of a view means: as its schema says, else as the list of computed columns does,
   * else as the tables do that have a column of this name and agree on it.
   *
   * @throws IllegalStateException where nobody says it
   */
  private static String meaning(String view, StructField field, List<Table> tables) {
    if (field.getComment().isDefined()) {
      return meaning(field);
    }
    String key = view + "." + field.name() + ": ";
    Optional<String> written =
        Lines.of(TablesReference.class, "view-columns.txt").stream()
            .filter(line -> line.startsWith(key))
            .map(line -> line.substring(key.length()))
            .findFirst();
    List<String> known =
        tables.stream()
            .flatMap(table -> Arrays.stream(table.schema().fields()))
            .filter(one -> one.name().equals(field.name()) && one.getComment().isDefined())
            .map(one -> one.getComment().get())
            .distinct()
            .toList();
    if (written.isEmpty() && known.size() != 1) {
      throw new IllegalStateException(
          "Nothing says what %s.%s means: add a line to view-columns.txt"
              .formatted(view, field.name()));
    }
    return cell(written.orElseGet(() -> known.get(0)));
  }

  private static void append(StringBuilder text, String name, View view, List<Table> tables) {
    text.append("\n### %s\n%s\n\n".formatted(name, view.comment()));
    text.append("| column | type | meaning |\n| --- | --- | --- |\n");
    for (StructField field : view.schema().fields()) {
      text.append(
          "| `%s` | %s | %s |\n"
              .formatted(field.name(), type(field), meaning(name, field, tables)));
    }
  }

  private static String type(StructField field) {
    return "`" + field.dataType().sql().toLowerCase(Locale.ROOT) + "`";
  }

  private static String meaning(StructField field) {
    return field.getComment().isDefined() ? cell(field.getComment().get()) : "";
  }

  private static String quoted(List<String> names) {
    return names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
  }

  /**
   * One view.
   *
   * @param comment the opening comment of its file
   * @param schema its columns
   */
  record View(String comment, StructType schema) {}
}
