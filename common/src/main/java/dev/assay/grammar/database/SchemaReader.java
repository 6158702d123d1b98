package dev.assay.grammar.database;

import dev.assay.config.grammar.DatabaseConfig;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads a schema by the driver's metadata and a look at the first rows of each table. */
final class SchemaReader {
  private final DatabaseConfig config;
  private final JdbcDatabase database;
  private final DatabaseMetaData about;
  private final String catalog;
  private final String schema;

  SchemaReader(Connection connection, DatabaseConfig config, JdbcDatabase database)
      throws SQLException {
    this.config = config;
    this.database = database;
    this.about = connection.getMetaData();
    this.catalog = connection.getCatalog();
    this.schema = connection.getSchema();
  }

  DatabaseSchema read() throws SQLException {
    List<Named> named = named();
    Set<String> names = new HashSet<>();
    named.forEach(table -> names.add(table.name()));
    List<ForeignKey> keys = new ArrayList<>();
    for (Named table : named) {
      if (!table.view()) {
        keys.addAll(keys(table.name(), names));
      }
    }
    List<TableSchema> tables = new ArrayList<>();
    for (Named table : named) {
      tables.add(table(table, keys));
    }
    return new DatabaseSchema(
        about.getDatabaseProductName() + " " + about.getDatabaseProductVersion(),
        Collections.unmodifiableList(tables),
        Collections.unmodifiableList(keys),
        about.getIdentifierQuoteString().strip(),
        folding(),
        reserved());
  }

  private record Named(String name, boolean view, String comment) {}

  private List<Named> named() throws SQLException {
    Map<String, Named> found = new TreeMap<>();
    try (ResultSet tables = about.getTables(catalog, schema, "%", null)) {
      while (tables.next()) {
        String type = String.valueOf(tables.getString("TABLE_TYPE")).toUpperCase(Locale.ROOT);
        String name = tables.getString("TABLE_NAME");
        boolean view = type.contains("VIEW");
        boolean table = type.contains("TABLE") && !type.contains("SYSTEM") || view;
        if (table
            && !type.contains("SYSTEM")
            && !type.contains("INDEX")
            && !name.toLowerCase(Locale.ROOT).startsWith("sqlite_")) {
          found.put(name, new Named(name, view, text(tables.getString("REMARKS"))));
        }
      }
    }
    return List.copyOf(found.values());
  }

  private List<ForeignKey> keys(String table, Set<String> names) throws SQLException {
    record Part(String constraint, int order, String column, String other, String otherColumn) {}
    List<Part> parts = new ArrayList<>();
    try (ResultSet rows = about.getImportedKeys(catalog, schema, table)) {
      int constraint = 0;
      while (rows.next()) {
        int order = rows.getInt("KEY_SEQ");
        constraint += order <= 1 ? 1 : 0;
        String other = rows.getString("PKTABLE_NAME");
        String name = text(rows.getString("FK_NAME")) + "/" + other + "/" + constraint;
        parts.add(
            new Part(
                name,
                order,
                rows.getString("FKCOLUMN_NAME"),
                names.stream()
                    .filter(other::equals)
                    .findFirst()
                    .or(() -> names.stream().filter(other::equalsIgnoreCase).findFirst())
                    .orElse(""),
                text(rows.getString("PKCOLUMN_NAME"))));
      }
    }
    Map<String, List<Part>> byKey = new TreeMap<>();
    parts.forEach(
        part -> byKey.computeIfAbsent(part.constraint(), k -> new ArrayList<>()).add(part));
    Set<ForeignKey> keys =
        new TreeSet<>(
            Comparator.comparing(ForeignKey::other).thenComparing(key -> key.columns().toString()));
    for (List<Part> all : byKey.values()) {
      all.sort(Comparator.comparingInt(Part::order));
      if (!all.get(0).other().isEmpty() && all.stream().noneMatch(p -> p.otherColumn().isEmpty())) {
        keys.add(
            new ForeignKey(
                table,
                all.stream().map(Part::column).toList(),
                all.get(0).other(),
                all.stream().map(Part::otherColumn).toList()));
      }
    }
    return List.copyOf(keys);
  }

  private List<String> primaryKey(String table) throws SQLException {
    Map<Integer, String> columns = new TreeMap<>();
    try (ResultSet rows = about.getPrimaryKeys(catalog, schema, table)) {
      while (rows.next()) {
        columns.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    return List.copyOf(columns.values());
  }

  private TableSchema table(Named named, List<ForeignKey> keys) throws SQLException {
    List<String> primary = named.view() ? List.of() : primaryKey(named.name());
    Set<String> keyColumns = new HashSet<>(primary);
    for (ForeignKey key : keys) {
      if (key.table().equals(named.name())) {
        keyColumns.addAll(key.columns());
      }
    }
    List<ColumnSchema> columns = new ArrayList<>();
    try (ResultSet rows = about.getColumns(catalog, schema, escaped(named.name()), "%")) {
      while (rows.next()) {
        String name = rows.getString("COLUMN_NAME");
        String declared = text(rows.getString("TYPE_NAME"));
        columns.add(
            new ColumnSchema(
                named.name(),
                name,
                type(rows.getInt("DATA_TYPE"), declared),
                declared,
                rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls,
                keyColumns.contains(name),
                comment(named.name() + "." + name, rows.getString("REMARKS")),
                0,
                false,
                java.util.Optional.empty()));
      }
    }
    return new Meaning(config, database)
        .of(named.name(), named.view(), comment(named.name(), named.comment()), primary, columns);
  }

  private String escaped(String name) throws SQLException {
    String escape = text(about.getSearchStringEscape());
    return escape.isEmpty()
        ? name
        : name.replace(escape, escape + escape)
            .replace("_", escape + "_")
            .replace("%", escape + "%");
  }

  private String comment(String name, String given) {
    return config.comments().entrySet().stream()
        .filter(own -> own.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(text(given));
  }

  private static String text(String given) {
    return given == null ? "" : given.strip();
  }

  /** By JDBC's type; where a driver has none for it (SQLite), by the declared name. */
  static ColumnType type(int jdbc, String declared) {
    String name = declared.toUpperCase(Locale.ROOT);
    if (name.contains("BOOL") || jdbc == Types.BIT || jdbc == Types.BOOLEAN) {
      return ColumnType.BOOLEAN;
    }
    if (name.startsWith("DATE") || name.startsWith("TIMESTAMP")) {
      return ColumnType.DATE;
    }
    if (name.contains("[]")
        || name.contains("BLOB")
        || name.contains("BYTEA")
        || name.contains("BINARY")
        || name.contains("JSON")
        || name.contains("XML")) {
      return ColumnType.OTHER;
    }
    return switch (jdbc) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.DECIMAL,
          Types.NUMERIC,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE ->
          ColumnType.NUMBER;
      case Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> ColumnType.DATE;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          ColumnType.TEXT;
      default ->
          name.equals("HUGEINT") || name.equals("MONEY")
              ? ColumnType.NUMBER
              : name.startsWith("ENUM") ? ColumnType.TEXT : ColumnType.OTHER;
    };
  }

  private DatabaseSchema.Folding folding() throws SQLException {
    if (about.storesUpperCaseIdentifiers()) {
      return DatabaseSchema.Folding.UPPER;
    }
    // DuckDB keeps the case and finds names in any
    boolean any = about.getDatabaseProductName().toLowerCase(Locale.ROOT).matches("duckdb|sqlite");
    return about.storesLowerCaseIdentifiers() && !any
        ? DatabaseSchema.Folding.LOWER
        : DatabaseSchema.Folding.NONE;
  }

  private Set<String> reserved() throws SQLException {
    Set<String> words = new TreeSet<>(ReservedWords.ALL);
    for (String word : String.valueOf(about.getSQLKeywords()).split(",")) {
      words.add(word.strip().toUpperCase(Locale.ROOT));
    }
    return Collections.unmodifiableSet(words);
  }
}
