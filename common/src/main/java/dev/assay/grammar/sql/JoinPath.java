package dev.assay.grammar.sql;

import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.ForeignKey;
import dev.assay.grammar.database.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables that foreign keys join one after the other, none of them twice.
 *
 * @param keys each of two neighbours, in either direction
 */
record JoinPath(List<TableSchema> tables, List<ForeignKey> keys) {

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
      boolean up = key.table().equals(end().name());
      if (up || key.other().equals(end().name())) {
        TableSchema next = schema.table(up ? key.other() : key.table()).orElseThrow();
        if (next.leftOut().isEmpty() && !tables.contains(next)) {
          List<TableSchema> more = new ArrayList<>(tables);
          more.add(next);
          List<ForeignKey> further = new ArrayList<>(keys);
          further.add(key);
          longer.add(new JoinPath(more, further));
        }
      }
    }
    return longer;
  }

  TableSchema start() {
    return tables.get(0);
  }

  TableSchema end() {
    return tables.get(tables.size() - 1);
  }

  /** Whether each row of the first table has one row of the last: keys lead all the way. */
  boolean upwards() {
    return IntStream.range(0, keys.size())
        .allMatch(i -> keys.get(i).table().equals(tables.get(i).name()));
  }

  /** Rows that the joined tables have together, by the largest of them. */
  long rows() {
    return tables.stream().mapToLong(TableSchema::rows).max().orElse(0);
  }

  String names() {
    return tables.stream().map(TableSchema::name).collect(Collectors.joining("/"));
  }

  /** {@code FROM … JOIN … ON …}. */
  String from(DatabaseSchema schema) {
    StringBuilder sql = new StringBuilder("FROM ").append(schema.quoted(start().name()));
    for (int i = 0; i < keys.size(); i++) {
      ForeignKey key = keys.get(i);
      sql.append(" JOIN ").append(schema.quoted(tables.get(i + 1).name())).append(" ON ");
      for (int part = 0; part < key.columns().size(); part++) {
        sql.append(part == 0 ? "" : " AND ")
            .append(column(schema, key.table(), key.columns().get(part)))
            .append(" = ")
            .append(column(schema, key.other(), key.otherColumns().get(part)));
      }
    }
    return sql.toString();
  }

  static String column(DatabaseSchema schema, String table, String column) {
    return schema.quoted(table) + "." + schema.quoted(column);
  }
}
