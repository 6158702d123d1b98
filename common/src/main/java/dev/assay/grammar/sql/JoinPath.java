package dev.assay.grammar.sql;

import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.ForeignKey;
import dev.assay.grammar.database.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Tables that foreign keys join one after the other. None is there twice, but for one whose key
 * names rows of its own.
 *
 * @param steps from each table to the next
 */
record JoinPath(List<TableSchema> tables, List<Step> steps) {

  /**
   * A key between two neighbours.
   *
   * @param up whether the first of them holds it, so that each of its rows has one of the next
   */
  record Step(ForeignKey key, boolean up) {}

  /** All paths of up to {@code hops} keys, the single tables first. */
  static List<JoinPath> all(DatabaseSchema schema, int hops) {
    List<JoinPath> last =
        schema.tables().stream()
            .filter(table -> !table.asked().isEmpty() || table.leftOut().isEmpty())
            .map(table -> new JoinPath(List.of(table), List.of()))
            .toList();
    List<JoinPath> all = new ArrayList<>(last);
    for (int hop = 0; hop < hops; hop++) {
      last = last.stream().flatMap(path -> path.further(schema).stream()).toList();
      all.addAll(last);
    }
    return all;
  }

  private List<JoinPath> further(DatabaseSchema schema) {
    List<JoinPath> longer = new ArrayList<>();
    for (ForeignKey key : schema.foreignKeys()) {
      boolean itself = key.table().equals(key.other());
      if (key.table().equals(end().name())) {
        with(new Step(key, true), itself, schema.table(key.other()).orElseThrow(), longer);
      }
      if (key.other().equals(end().name())) {
        with(new Step(key, false), itself, schema.table(key.table()).orElseThrow(), longer);
      }
    }
    return longer;
  }

  private void with(Step step, boolean itself, TableSchema next, List<JoinPath> longer) {
    long times = tables.stream().filter(next::equals).count();
    if (next.leftOut().isEmpty() && times <= (itself ? 1 : 0)) {
      List<TableSchema> more = new ArrayList<>(tables);
      more.add(next);
      List<Step> further = new ArrayList<>(steps);
      further.add(step);
      longer.add(new JoinPath(more, further));
    }
  }

  boolean single() {
    return steps.isEmpty();
  }

  TableSchema start() {
    return tables.get(0);
  }

  TableSchema end() {
    return tables.get(tables.size() - 1);
  }

  /** Whether each row of the first table has one row of the last: keys lead all the way. */
  boolean upwards() {
    return steps.stream().allMatch(Step::up);
  }

  /** Rows that the joined tables have together, by the largest of them. */
  long rows() {
    return tables.stream().mapToLong(TableSchema::rows).max().orElse(0);
  }

  /** The tables; of those that hold a key to themselves also which way it leads. */
  String names() {
    StringBuilder names = new StringBuilder(start().name());
    for (int i = 0; i < steps.size(); i++) {
      boolean down = tables.get(i).equals(tables.get(i + 1)) && !steps.get(i).up();
      names.append(down ? "\\" : "/").append(tables.get(i + 1).name());
    }
    return names.toString();
  }

  /** What the table at this place is called: by its name, and with a number the second time. */
  String alias(DatabaseSchema schema, int place) {
    String name = tables.get(place).name();
    if (!tables.subList(0, place).contains(tables.get(place))) {
      return name;
    }
    int number = 2;
    while (schema.table(name + "_" + number).isPresent()) {
      number++;
    }
    return name + "_" + number;
  }

  /** {@code FROM … JOIN … ON …}. */
  String from(DatabaseSchema schema) {
    StringBuilder sql = new StringBuilder("FROM ").append(schema.quoted(start().name()));
    for (int i = 0; i < steps.size(); i++) {
      ForeignKey key = steps.get(i).key();
      String before = alias(schema, i);
      String next = alias(schema, i + 1);
      String name = tables.get(i + 1).name();
      sql.append(" JOIN ").append(schema.quoted(name));
      sql.append(next.equals(name) ? "" : " AS " + schema.quoted(next)).append(" ON ");
      for (int part = 0; part < key.columns().size(); part++) {
        boolean up = steps.get(i).up();
        sql.append(part == 0 ? "" : " AND ")
            .append(column(schema, up ? before : next, key.columns().get(part)))
            .append(" = ")
            .append(column(schema, up ? next : before, key.otherColumns().get(part)));
      }
    }
    return sql.toString();
  }

  /** A column of the last table, as the query calls it. */
  String given(DatabaseSchema schema, String column) {
    return column(schema, alias(schema, tables.size() - 1), column);
  }

  static String column(DatabaseSchema schema, String table, String column) {
    return schema.quoted(table) + "." + schema.quoted(column);
  }
}
