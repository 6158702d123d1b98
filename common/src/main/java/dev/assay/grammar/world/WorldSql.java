package dev.assay.grammar.world;

import dev.assay.base.Resources;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The database as SQL that SQLite, H2, DuckDB and PostgreSQL read alike. */
public final class WorldSql {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private WorldSql() {}

  /** Tables and rows, a statement a line's end. */
  public static String of(World world) {
    return schema() + "\n" + String.join("\n", inserts(world)) + "\n";
  }

  /** The same as statements, to be executed in order. */
  public static List<String> statements(World world) {
    String tables =
        schema().lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
    return Stream.concat(
            Stream.of(tables.split(";\\s*")),
            inserts(world).stream().map(line -> line.substring(0, line.length() - 1)))
        .toList();
  }

  private static String schema() {
    return Resources.text(WorldSql.class, "schema.sql")
        .orElseThrow(() -> new IllegalStateException("schema.sql is missing on the class path"));
  }

  private static List<String> inserts(World world) {
    return world.tables().stream()
        .flatMap(table -> table.rows().stream().map(row -> insert(table.name(), row)))
        .toList();
  }

  private static String insert(String table, SortedMap<String, Object> row) {
    return "INSERT INTO %s (%s) VALUES (%s);"
        .formatted(
            table, String.join(", ", row.keySet()), String.join(", ", literals(row.values())));
  }

  private static List<String> literals(Collection<Object> values) {
    return values.stream().map(WorldSql::literal).toList();
  }

  private static String literal(Object value) {
    if (value instanceof Number) {
      return value.toString();
    }
    String text = value instanceof LocalDateTime ? TIME.format((LocalDateTime) value) : "" + value;
    return "'" + text.replace("'", "''") + "'";
  }
}
