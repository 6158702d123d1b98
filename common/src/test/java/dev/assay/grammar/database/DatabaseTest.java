package dev.assay.grammar.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.Placeholder;
import java.io.ByteArrayOutputStream;
import java.io.ObjectOutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DatabaseTest {
  private static final String[] BANK = {
    "CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, city VARCHAR(40) NOT NULL)",
    "CREATE TABLE client (client_id INTEGER PRIMARY KEY, full_name VARCHAR(80), born DATE,"
        + " balance DECIMAL(10,2), note VARCHAR(500), branch_id INTEGER,"
        + " FOREIGN KEY (branch_id) REFERENCES branch (branch_id))",
    "INSERT INTO branch VALUES (1, 'Lucerne'), (2, 'Bern')",
    "INSERT INTO client VALUES (1, 'Ada Ott', DATE '1980-02-03', 12.50, NULL, 1),"
        + " (2, 'Ben Rey', DATE '1990-12-31', 7.25, NULL, 2), (3, 'Cy Ott', NULL, NULL, NULL, 2)",
    "CREATE VIEW rich AS SELECT * FROM client WHERE balance > 10"
  };

  private static DatabaseConfig bank(String engine, Path dir, String... more) throws Exception {
    String[] sql = Stream.of(BANK, more).flatMap(Stream::of).toArray(String[]::new);
    if (engine.equals("sqlite")) {
      for (int i = 0; i < sql.length; i++) {
        sql[i] = sql[i].replace("DATE '", "'");
      }
      return TestDatabases.sqlite(dir.resolve("bank.db"), sql);
    }
    return engine.equals("duckdb")
        ? TestDatabases.duckdb(dir.resolve("bank.duckdb"), sql)
        : TestDatabases.h2(dir.resolve("bank"), sql);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void readsTheSameSchemaFromEveryEngine(String engine, @TempDir Path dir) throws Exception {
    try (Database database = Database.open(bank(engine, dir))) {
      DatabaseSchema schema = database.schema();
      assertThat(schema.tables())
          .extracting(table -> table.name().toLowerCase())
          .containsExactly("branch", "client", "rich");
      TableSchema client = schema.table("client").orElseThrow();
      assertThat(client.rows()).isEqualTo(3);
      assertThat(client.primaryKey()).hasSize(1);
      assertThat(schema.table("rich").orElseThrow().view()).isTrue();
      assertThat(client.column("born").orElseThrow().type()).isEqualTo(ColumnType.DATE);
      assertThat(client.column("balance").orElseThrow().type()).isEqualTo(ColumnType.NUMBER);
      Map<String, String> reasons =
          client.columns().stream()
              .filter(column -> !column.asked())
              .collect(
                  Collectors.toMap(
                      column -> column.name().toLowerCase(), c -> c.leftOut().orElseThrow()));
      assertThat(reasons)
          .containsOnly(
              Map.entry("client_id", "an identifier"),
              Map.entry("branch_id", "an identifier"),
              Map.entry("note", "NULL in every row looked at"));
      assertThat(schema.foreignKeys()).hasSize(1);
      ForeignKey key = schema.foreignKeys().get(0);
      assertThat(key.table()).isEqualToIgnoringCase("client");
      assertThat(key.other()).isEqualToIgnoringCase("branch");
      assertThat(key.columns().get(0)).isEqualToIgnoringCase("branch_id");
    }
  }

  /** However the engine writes names: H2 has them in capitals. */
  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void takesMeaningsFromTheConfiguration(String engine, @TempDir Path dir) throws Exception {
    DatabaseConfig config = bank(engine, dir);
    Map<String, String> comments = Map.of("Client.born", "birthday", "client", "a customer");
    try (Database database = Database.open(config.at(config.url(), comments))) {
      TableSchema client = database.schema().table("client").orElseThrow();
      assertThat(client.comment()).isEqualTo("a customer");
      assertThat(client.column("born").orElseThrow().comment()).isEqualTo("birthday");
      assertThat(client.column("balance").orElseThrow().comment()).isEmpty();
    }
  }

  /** SQLite has no comments. */
  @ParameterizedTest
  @ValueSource(strings = {"duckdb", "h2"})
  void readsTheCommentsOfTheDatabaseAndPrefersConfiguredOnes(String engine, @TempDir Path dir)
      throws Exception {
    DatabaseConfig config =
        bank(
            engine,
            dir,
            "COMMENT ON TABLE client IS 'a person with an account'",
            "COMMENT ON COLUMN client.born IS 'day of birth'",
            "COMMENT ON COLUMN client.balance IS 'in CHF'");
    try (Database database =
        Database.open(config.at(config.url(), Map.of("client.born", "birthday")))) {
      TableSchema client = database.schema().table("client").orElseThrow();
      assertThat(client.comment()).isEqualTo("a person with an account");
      assertThat(client.column("balance").orElseThrow().comment()).isEqualTo("in CHF");
      assertThat(client.column("born").orElseThrow().comment()).isEqualTo("birthday");
      assertThat(client.column("full_name").orElseThrow().comment()).isEmpty();
      assertThat(database.schema().table("branch").orElseThrow().comment()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void answersWithPlainValues(String engine, @TempDir Path dir) throws Exception {
    try (Database database = Database.open(bank(engine, dir))) {
      Answer answer =
          database.rows(
              "SELECT full_name, born, balance, client_id FROM client WHERE client_id = ?",
              List.of(1L));
      List<Object> row = answer.rows().get(0);
      assertThat(row.get(0)).isEqualTo("Ada Ott");
      assertThat(row.get(1))
          .isEqualTo(engine.equals("sqlite") ? "1980-02-03" : LocalDate.of(1980, 2, 3));
      assertThat(new BigDecimal(row.get(2).toString())).isEqualByComparingTo("12.5");
      assertThat(row.get(3)).isEqualTo(1L);
      assertThat(answer.more()).isFalse();
      TableSchema client = database.schema().table("client").orElseThrow();
      assertThat(
              database.distinct(
                  new Placeholder(client.name(), client.column("full_name").orElseThrow().name()),
                  10))
          .containsExactly("Ada Ott", "Ben Rey", "Cy Ott");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void cannotWriteAlthoughTheUserMay(String engine, @TempDir Path dir) throws Exception {
    DatabaseConfig config = bank(engine, dir);
    Path loot = dir.resolve("loot.csv");
    try (Database database = Database.open(config)) {
      for (String sql :
          Stream.of(
                  "INSERT INTO branch VALUES (3, 'Basel')",
                  "DELETE FROM client",
                  "DROP TABLE client",
                  "CREATE TABLE loot (a INTEGER)",
                  "UPDATE client SET balance = 0",
                  "PRAGMA query_only = 0",
                  "SET enable_external_access = true",
                  "ATTACH DATABASE '" + dir.resolve("other.db") + "' AS other",
                  "COPY client TO '" + loot + "'",
                  "INSTALL httpfs")
              .toList()) {
        try {
          database.rows(sql, List.of());
        } catch (DatabaseException refused) {
          assertThat(refused.kind()).isEqualTo(DatabaseException.Kind.REFUSED);
        }
      }
      assertThat(database.rows("SELECT COUNT(*) FROM client WHERE balance > 0", List.of()).rows())
          .containsExactly(List.of(2L));
    }
    try (Database again = Database.open(config)) {
      assertThat(again.rows("SELECT COUNT(*) FROM branch", List.of()).rows())
          .containsExactly(List.of(2L));
      assertThat(again.schema().tables()).hasSize(3);
    }
    assertThat(loot).doesNotExist();
    assertThat(dir.resolve("other.db")).doesNotExist();
  }

  @Test
  void theFileItselfCouldBeWrittenByAnotherSession(@TempDir Path dir) throws Exception {
    DatabaseConfig config = bank("sqlite", dir);
    try (Connection connection = DriverManager.getConnection(config.url());
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("DELETE FROM client WHERE client_id = 3")).isOne();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void endsALongStatementAtTheTimeout(String engine, @TempDir Path dir) throws Exception {
    String count =
        switch (engine) {
          case "h2" ->
              "SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000000) a, SYSTEM_RANGE(1, 1000) b"
                  + " WHERE MOD(a.X * b.X, 7) = 3";
          case "duckdb" ->
              "SELECT COUNT(*) FROM range(1000000000) a, range(100000) b"
                  + " WHERE (a.range * b.range) % 7 = 3";
          default ->
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM"
                  + " n";
        };
    DatabaseConfig config = TestDatabases.with(bank(engine, dir), 10, 0.5, List.of(), List.of());
    try (Database database = Database.open(config)) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> database.rows(count, List.of()))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.TIMEOUT))
          .hasMessageContaining("grammar.database.timeout");
      assertThat((System.nanoTime() - start) / 1e9).isLessThan(10);
      assertThat(database.rows("SELECT COUNT(*) FROM client", List.of()).rows())
          .containsExactly(List.of(3L));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "duckdb", "h2"})
  void saysWhenThereWereMoreRows(String engine, @TempDir Path dir) throws Exception {
    DatabaseConfig config =
        TestDatabases.with(bank(engine, dir), 2, 5, List.of("client.born"), List.of("client.note"));
    try (Database database = Database.open(config)) {
      Answer answer = database.rows("SELECT full_name FROM client ORDER BY 1", List.of());
      assertThat(answer.rows()).hasSize(2);
      assertThat(answer.more()).isTrue();
      assertThat(database.rows("SELECT city FROM branch", List.of()).more()).isFalse();
      TableSchema client = database.schema().table("client").orElseThrow();
      assertThat(client.column("born").orElseThrow().leftOut())
          .contains("named in grammar.database.leave-out");
      assertThat(client.column("note").orElseThrow().asked()).isTrue();
    }
  }

  @Test
  void drawsTheSameValuesSpreadOverMany(@TempDir Path dir) throws Exception {
    DatabaseConfig config =
        TestDatabases.sqlite(
            dir.resolve("many.db"),
            "CREATE TABLE n (v INTEGER)",
            "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 5000)"
                + " INSERT INTO n SELECT i FROM c");
    try (Database database = Database.open(config)) {
      List<Object> drawn = database.distinct(new Placeholder("n", "v"), 100);
      assertThat(drawn).hasSize(100).isEqualTo(database.distinct(new Placeholder("n", "v"), 100));
      long upper = drawn.stream().filter(value -> (Long) value > 2500).count();
      // 100 of 5000 without order: hypergeometric with mean 50 and standard deviation 4.95
      assertThat(upper).isBetween(30L, 70L);
      assertThat(database.distinct(new Placeholder("n", "v"), 200)).containsAll(drawn);
    }
  }

  @Test
  void refusesWhatCannotBeReadOnlyAndHidesPasswords(@TempDir Path dir) throws Exception {
    assertThatThrownBy(() -> Database.open(DatabaseConfig.of("jdbc:h2:mem:x")))
        .hasMessageContaining("grammar.database.read-only-user");
    assertThatThrownBy(() -> Database.open(DatabaseConfig.of("jdbc:sqlite::memory:")))
        .hasMessageContaining("new and empty");
    assertThatThrownBy(
            () -> Database.open(DatabaseConfig.of("jdbc:sqlite:" + dir.resolve("absent.db"))))
        .isInstanceOf(DatabaseException.class);
    assertThat(dir.resolve("absent.db")).doesNotExist();
    DatabaseConfig remote =
        DatabaseConfig.of(
            "jdbc:postgresql://127.0.0.1:1/x", "u", new dev.assay.base.Secret("s3cr3t"));
    assertThatThrownBy(() -> Database.open(remote))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.GONE))
        .message()
        .doesNotContain("s3cr3t");
    assertThatThrownBy(() -> Database.open(DatabaseConfig.of("jdbc:nowhere:x")))
        .hasMessageContaining("read-only-user");
  }

  @Test
  void executorsGetTheConfiguration() throws Exception {
    try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
      out.writeObject(DatabaseConfig.of("jdbc:sqlite:x"));
    }
  }

  @Test
  void readsChinookAndNorthwind(@TempDir Path dir) throws Exception {
    Optional<DatabaseConfig> chinook = TestDatabases.chinook(dir.resolve("chinook.db"));
    assumeTrue(chinook.isPresent());
    try (Database database = Database.open(chinook.get())) {
      DatabaseSchema schema = database.schema();
      // counts of Chinook's own documentation of tables
      assertThat(schema.tables()).hasSize(11);
      assertThat(schema.foreignKeys()).hasSize(11);
      assertThat(schema.table("Track").orElseThrow().rows()).isEqualTo(3503);
      assertThat(schema.column("Invoice", "InvoiceDate").orElseThrow().type())
          .isEqualTo(ColumnType.DATE);
      assertThat(schema.column("Track", "AlbumId").orElseThrow().leftOut())
          .contains("an identifier");
    }
    try (Database database =
        Database.open(TestDatabases.northwind(dir.resolve("nw.db")).orElseThrow())) {
      DatabaseSchema schema = database.schema();
      assertThat(schema.tables()).isNotEmpty();
      assertThat(Files.exists(dir.resolve("nw.db"))).isTrue();
      schema.tables().stream()
          .filter(table -> table.name().contains(" "))
          .forEach(table -> assertThat(schema.quoted(table.name())).startsWith("\""));
    }
  }
}
