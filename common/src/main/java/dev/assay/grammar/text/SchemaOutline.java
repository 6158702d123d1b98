package dev.assay.grammar.text;

import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.ForeignKey;
import dev.assay.grammar.database.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A schema as a language model is told it: what is asked about, with types and meaning, and the
 * foreign keys with their columns. It has no value.
 */
public record SchemaOutline(DatabaseSchema schema) {

  /**
   * The whole schema where it is short enough, else a part for each table: with the tables that it
   * shares a foreign key with, as many as there is room for.
   *
   * @param most characters of a part
   */
  public List<String> parts(int most) {
    List<TableSchema> asked =
        schema.tables().stream().filter(table -> !table.asked().isEmpty()).toList();
    String whole = told(asked);
    if (whole.length() <= most) {
      return asked.isEmpty() ? List.of() : List.of(whole);
    }
    Set<String> parts = new LinkedHashSet<>();
    asked.forEach(table -> parts.add(around(table, asked, most)));
    return List.copyOf(parts);
  }

  private String around(TableSchema table, List<TableSchema> asked, int most) {
    Set<String> near = new TreeSet<>();
    for (ForeignKey key : schema.foreignKeys()) {
      if (key.table().equals(table.name())) {
        near.add(key.other());
      } else if (key.other().equals(table.name())) {
        near.add(key.table());
      }
    }
    List<TableSchema> part = new ArrayList<>(List.of(table));
    for (TableSchema one : asked) {
      if (near.contains(one.name()) && !one.equals(table)) {
        part.add(one);
        if (told(part).length() > most) {
          part.remove(one);
        }
      }
    }
    String told = told(part);
    return told.substring(0, Math.min(most, told.length()));
  }

  private String told(List<TableSchema> tables) {
    Set<String> names = tables.stream().map(TableSchema::name).collect(Collectors.toSet());
    StringBuilder text = new StringBuilder();
    for (TableSchema table : tables) {
      text.append(table.name()).append(meaning(table.comment())).append(": ");
      text.append(
          table.columns().stream()
              .filter(column -> column.asked() || column.key())
              .map(SchemaOutline::column)
              .collect(Collectors.joining(", ")));
      text.append('\n');
    }
    for (ForeignKey key : schema.foreignKeys()) {
      if (names.contains(key.table()) && names.contains(key.other())) {
        text.append("foreign key ").append(key.table()).append(key.columns()).append(" -> ");
        text.append(key.other()).append(key.otherColumns()).append('\n');
      }
    }
    return text.toString();
  }

  private static String column(ColumnSchema column) {
    String kind = column.asked() ? column.type().name().toLowerCase(Locale.ROOT) : "identifier";
    return column.name() + " " + kind + meaning(column.comment());
  }

  private static String meaning(String comment) {
    return comment.isEmpty() ? "" : " (" + comment.strip().replaceAll("\\s+", " ") + ")";
  }
}
