package dev.assay.grammar.world;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The rows of all tables, as foreign keys join them: those are called as the key they refer to. */
final class BankRows {
  private final Map<String, WorldTable> tables;

  BankRows(List<WorldTable> tables) {
    this.tables = tables.stream().collect(Collectors.toMap(WorldTable::name, Function.identity()));
  }

  /** What people call the row by. */
  String key(String table, SortedMap<String, Object> row) {
    return row.get(tables.get(table).key()).toString();
  }

  /** The row of {@code wanted} that {@code row} is or leads to, whichever foreign keys it takes. */
  Optional<SortedMap<String, Object>> joined(
      String table, SortedMap<String, Object> row, String wanted) {
    if (table.equals(wanted)) {
      return Optional.of(row);
    }
    for (String parent : tables.keySet().stream().sorted().toList()) {
      Object id = row.get(WorldTable.id(parent));
      if (id != null && !parent.equals(table)) {
        Optional<SortedMap<String, Object>> found =
            joined(parent, tables.get(parent).rows().get((int) ((Long) id - 1)), wanted);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  /** The rows of {@code child} that refer to {@code row}. */
  List<SortedMap<String, Object>> referring(
      String child, String table, SortedMap<String, Object> row) {
    String id = WorldTable.id(table);
    return tables.get(child).rows().stream()
        .filter(other -> row.get(id).equals(other.get(id)))
        .toList();
  }
}
