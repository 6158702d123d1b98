package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What SQLite answers to enumerated questions, DuckDB answers too, on the same rows. */
class EnginesAgreeTest {
  private static SqlTemplatesConfig config(int templates) {
    return new SqlTemplatesConfig(
        2,
        templates,
        20,
        List.of("select", "join", "count", "aggregate", "comparison", "top", "date_range"),
        4,
        List.of(),
        Optional.empty(),
        List.of(),
        10,
        Optional.empty(),
        Optional.empty());
  }

  @TempDir private Path directory;

  @Test
  void onChinook() throws Exception {
    assertThat(agree(TestDatabases.chinook(directory.resolve("chinook.db")), 60, 2))
        .isGreaterThan(60);
  }

  @Test
  void onNorthwind() throws Exception {
    assertThat(agree(TestDatabases.northwind(directory.resolve("northwind.db")), 60, 2))
        .isGreaterThan(60);
  }

  /** All templates of the stage's default, with a tenth of its questions. */
  @Tag("slow")
  @Test
  void onEveryQuestion() throws Exception {
    assertThat(agree(TestDatabases.chinook(directory.resolve("chinook.db")), 200, 10))
        .isGreaterThan(800);
    assertThat(agree(TestDatabases.northwind(directory.resolve("northwind.db")), 200, 10))
        .isGreaterThan(800);
  }

  /**
   * @return the number of queries that both answered
   */
  private int agree(Optional<DatabaseConfig> sqlite, int most, int combinations) throws Exception {
    assumeTrue(sqlite.isPresent(), "the shared databases are not here");
    Path copy = Files.createTempDirectory(directory, "copy").resolve("copy.duckdb");
    DatabaseConfig duckdb = copied(sqlite.get().url(), copy);
    int asked = 0;
    int worded = 0;
    try (Database one = Database.open(sqlite.get());
        Database other = Database.open(duckdb)) {
      Verbaliser rules =
          new Verbaliser(new SchemaVocabulary(one.schema()), List.of("short", "long"), 1);
      List<SqlTemplate> templates =
          new Enumeration(one.schema(), config(most), 1).templates().templates();
      for (SqlTemplate template : templates) {
        worded += rules.texts(template).size() == 2 ? 1 : 0;
        ParsedTemplate parsed = ParsedTemplate.of(template);
        Optional<FirstRows> first = FirstRows.of(template);
        String sql = first.map(FirstRows::sql).orElse(FilledQuery.prepared(template));
        for (List<Object> values : new Combinations(combinations, 1).of(parsed, one).rows()) {
          List<Object> parameters = new FilledQuery(template, values).parameters();
          assertThat(truth(other.rows(sql, parameters), first))
              .as("%s %s", sql, values)
              .isEqualTo(truth(one.rows(sql, parameters), first));
          asked++;
        }
      }
      assertThat(templates).hasSizeGreaterThan(40);
      assertThat(worded).as("of %d templates", templates.size()).isEqualTo(templates.size());
    }
    return asked;
  }

  private static Truth truth(Answer answer, Optional<FirstRows> first) {
    return first.map(rows -> rows.truth(answer, 1000)).orElseGet(() -> Truth.of(answer, 1000));
  }

  /** The same tables and rows in a file of DuckDB; moments stay the texts that SQLite has. */
  private static DatabaseConfig copied(String sqlite, Path file) throws Exception {
    String url = "jdbc:duckdb:" + file + ";threads=1";
    try (Connection original = DriverManager.getConnection(sqlite);
        Connection to = DriverManager.getConnection(url);
        Statement read = original.createStatement();
        Statement write = to.createStatement()) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names =
          read.executeQuery(
              "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")) {
        while (names.next()) {
          tables.add(names.getString(1));
        }
      }
      for (String table : tables) {
        List<String> columns = new ArrayList<>();
        List<String> types = new ArrayList<>();
        try (ResultSet about = read.executeQuery("PRAGMA table_info(\"" + table + "\")")) {
          while (about.next()) {
            types.add(type(about.getString("type")));
            columns.add("\"" + about.getString("name") + "\" " + types.get(types.size() - 1));
          }
        }
        write.execute("CREATE TABLE \"" + table + "\" (" + String.join(", ", columns) + ")");
        // A statement for every row would take longer than all the questions.
        try (DuckDBAppender rows = to.unwrap(DuckDBConnection.class).createAppender(table);
            ResultSet from = read.executeQuery("SELECT * FROM \"" + table + "\"")) {
          while (from.next()) {
            rows.beginRow();
            for (int i = 0; i < types.size(); i++) {
              append(rows, types.get(i), from.getObject(i + 1));
            }
            rows.endRow();
          }
        }
      }
    }
    return DatabaseConfig.of(url);
  }

  private static void append(DuckDBAppender row, String type, Object value) throws Exception {
    if (value == null) {
      row.appendNull();
    } else {
      switch (type) {
        case "BIGINT" -> row.append(Long.parseLong(value.toString()));
        case "DOUBLE" -> row.append(Double.parseDouble(value.toString()));
        case "BLOB" -> row.append((byte[]) value);
        default -> row.append(value.toString());
      }
    }
  }

  private static String type(String declared) {
    String type = declared.toUpperCase(Locale.ROOT);
    if (type.contains("BLOB") || type.contains("IMAGE")) {
      return "BLOB";
    }
    if (type.contains("INT")) {
      return "BIGINT";
    }
    return type.contains("NUM")
            || type.contains("DEC")
            || type.contains("REAL")
            || type.contains("MONEY")
            || type.contains("DOUBLE")
            || type.contains("FLOAT")
        ? "DOUBLE"
        : "VARCHAR";
  }
}
