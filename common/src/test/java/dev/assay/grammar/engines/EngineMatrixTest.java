package dev.assay.grammar.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.database.Answer;
import dev.assay.grammar.database.ColumnSchema;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.world.World;
import dev.assay.grammar.world.WorldSql;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The fictional bank in SQLite, H2, DuckDB and a real PostgreSQL: what differs and what may not.
 */
@Tag("slow")
class EngineMatrixTest {
  private static final World WORLD = World.of(20260101, 24, 0.1);

  /** SQLite alone has none. */
  private static final String[] COMMENTS = {
    "COMMENT ON TABLE client IS 'a person with a contract'",
    "COMMENT ON COLUMN branch.city IS 'where it stands'"
  };

  private static final Map<String, DatabaseConfig> ENGINES = new TreeMap<>();
  @TempDir private static Path directory;
  private static PostgresServer postgres;

  @BeforeAll
  static void fill() throws Exception {
    var programs = PostgresServer.programs();
    assumeTrue(programs.isPresent(), "no PostgreSQL in /usr/lib/postgresql");
    postgres = PostgresServer.start(programs.get());
    String[] plain = WorldSql.statements(WORLD).toArray(String[]::new);
    ENGINES.put("sqlite", TestDatabases.sqlite(directory.resolve("bank.sqlite"), plain));
    String[] sql = Stream.of(plain, COMMENTS).flatMap(Stream::of).toArray(String[]::new);
    postgres.execute(List.of(sql));
    ENGINES.put("postgresql", postgres.config());
    ENGINES.put("duckdb", TestDatabases.duckdb(directory.resolve("bank.duckdb"), sql));
    ENGINES.put("h2", TestDatabases.h2(directory.resolve("bank"), sql));
  }

  @AfterAll
  static void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  @Test
  void everyEngineTellsTheSameSchema() {
    Map<String, String> schemas = new TreeMap<>();
    ENGINES.forEach(
        (name, config) -> {
          try (Database database = Database.open(config)) {
            schemas.put(name, told(database.schema()));
          }
        });
    assertThat(schemas.get("sqlite"))
        .contains("adviser 16 [adviser_id]", "client.record_hash TEXT", "contract.amount NUMBER")
        .contains("adviser[branch_id] -> branch[branch_id]");
    assertThat(schemas)
        .allSatisfy((name, text) -> assertThat(text).isEqualTo(schemas.get("sqlite")));
  }

  @Test
  void everyEngineWithCommentsTellsThem() {
    ENGINES.forEach(
        (name, config) -> {
          try (Database database = Database.open(config)) {
            boolean none = name.equals("sqlite");
            DatabaseSchema schema = database.schema();
            assertThat(schema.table("client").orElseThrow().comment())
                .as(name)
                .isEqualTo(none ? "" : "a person with a contract");
            assertThat(schema.column("branch", "city").orElseThrow().comment())
                .as(name)
                .isEqualTo(none ? "" : "where it stands");
            assertThat(schema.column("branch", "name").orElseThrow().comment()).as(name).isEmpty();
          }
        });
  }

  @Test
  void everyEngineStopsAtTheRowLimitAndSaysSo() {
    ENGINES.forEach(
        (name, config) -> {
          DatabaseConfig few = TestDatabases.with(config, 5, 10, List.of(), List.of());
          try (Database database = Database.open(few)) {
            Answer branches = database.rows("SELECT city FROM branch ORDER BY 1", List.of());
            assertThat(branches.rows()).as(name).hasSize(5);
            assertThat(branches.more()).as(name).isTrue();
          }
          DatabaseConfig enough = TestDatabases.with(config, 6, 10, List.of(), List.of());
          try (Database database = Database.open(enough)) {
            Answer branches = database.rows("SELECT city FROM branch ORDER BY 1", List.of());
            assertThat(branches.rows()).as(name).hasSize(6);
            assertThat(branches.more()).as(name).isFalse();
          }
        });
  }

  /** Names in small letters, since H2 keeps them in large ones. */
  private static String told(DatabaseSchema schema) {
    StringBuilder text = new StringBuilder();
    schema
        .tables()
        .forEach(
            table -> {
              text.append("%s %d %s%n".formatted(table.name(), table.rows(), table.primaryKey()));
              for (ColumnSchema column : table.columns()) {
                text.append(
                    "%s %s nullable %s: %s%n"
                        .formatted(
                            column.qualified(),
                            column.type(),
                            // SQLite alone lets a primary key be NULL.
                            table.primaryKey().contains(column.name()) || column.nullable(),
                            column.leftOut().orElse("asked")));
              }
            });
    schema.foreignKeys().stream()
        .map(
            key ->
                "%s%s -> %s%s%n"
                    .formatted(key.table(), key.columns(), key.other(), key.otherColumns()))
        .map(line -> line.toLowerCase(Locale.ROOT))
        .sorted()
        .forEach(text::append);
    return text.toString()
        .lines()
        .map(line -> line.contains(" nullable ") ? lowerName(line) : line.toLowerCase(Locale.ROOT))
        .collect(java.util.stream.Collectors.joining("\n"));
  }

  private static String lowerName(String line) {
    int end = line.indexOf(' ');
    return line.substring(0, end).toLowerCase(Locale.ROOT) + line.substring(end);
  }

  @Test
  void everyEngineGivesTheSameAnswers() {
    Map<String, List<Object>> questions = new TreeMap<>();
    questions.put(
        "SELECT b.city FROM adviser a JOIN branch b ON a.branch_id = b.branch_id WHERE a.name = ?",
        List.of());
    questions.put(
        "SELECT c.name FROM client c JOIN adviser a ON c.adviser_id = a.adviser_id WHERE a.name ="
            + " ? ORDER BY c.name",
        List.of());
    questions.put(
        "SELECT COUNT(*) FROM client c JOIN adviser a ON c.adviser_id = a.adviser_id WHERE a.name"
            + " = ?",
        List.of());
    Map<String, String> answers = new TreeMap<>();
    ENGINES.forEach(
        (name, config) -> {
          StringBuilder all = new StringBuilder();
          try (Database database = Database.open(config)) {
            Placeholder advisers = placeholder(database, "adviser", "name");
            List<Object> values = database.distinct(advisers, 10);
            all.append(values).append('\n');
            for (String sql : questions.keySet()) {
              for (Object value : values) {
                all.append(database.rows(sql, List.of(value)).rows()).append('\n');
              }
            }
            Object amount =
                database
                    .rows(
                        "SELECT SUM(amount) FROM contract WHERE signed_on >= ?",
                        List.of("2001-05-01"))
                    .rows()
                    .get(0)
                    .get(0);
            all.append(new BigDecimal(amount.toString()).stripTrailingZeros().toPlainString());
          }
          answers.put(name, all.toString());
        });
    assertThat(answers.get("sqlite")).contains("[[2]]", "Mara Underhay");
    assertThat(answers).allSatisfy((name, all) -> assertThat(all).isEqualTo(answers.get("sqlite")));
  }

  private static Placeholder placeholder(Database database, String table, String column) {
    ColumnSchema found = database.schema().column(table, column).orElseThrow();
    return new Placeholder(found.table(), found.name());
  }

  @Test
  void noSessionWritesAlthoughItsUserMay() throws Exception {
    postgres.execute(List.of("CREATE TABLE may (a INTEGER)", "DROP TABLE may"));
    for (Map.Entry<String, DatabaseConfig> engine : ENGINES.entrySet()) {
      for (String sql :
          List.of(
              "INSERT INTO branch (branch_id, name, city, opened_on) VALUES (99, 'X', 'Y',"
                  + " '2020-01-01')",
              "DELETE FROM contract",
              "UPDATE branch SET city = 'X'",
              "DROP TABLE contract",
              "CREATE TABLE loot (a INTEGER)")) {
        try (Database database = Database.open(engine.getValue())) {
          assertThatThrownBy(() -> database.rows(sql, List.of()))
              .as("%s: %s", engine.getKey(), sql)
              .isInstanceOf(DatabaseException.class);
        }
      }
      try (Database database = Database.open(engine.getValue())) {
        assertThat(database.rows("SELECT COUNT(*) FROM contract", List.of()).rows())
            .as(engine.getKey())
            .containsExactly(List.of(36L));
        assertThat(database.rows("SELECT COUNT(*) FROM branch WHERE city = 'X'", List.of()).rows())
            .as(engine.getKey())
            .containsExactly(List.of(0L));
      }
    }
  }

  @Test
  void postgresqlCannotBeTalkedIntoWriting() {
    for (String sql :
        List.of(
            "WITH gone AS (DELETE FROM contract RETURNING contract_id) SELECT * FROM gone",
            "SELECT set_config('default_transaction_read_only', 'off', false)",
            "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
            "SELECT lo_create(0)",
            "SELECT nextval(pg_get_serial_sequence('contract', 'contract_id'))",
            "COMMIT; DELETE FROM contract; COMMIT")) {
      try (Database database = Database.open(ENGINES.get("postgresql"))) {
        try {
          database.rows(sql, List.of());
        } catch (DatabaseException refused) {
          assertThat(refused.kind()).isNotEqualTo(DatabaseException.Kind.GONE);
        }
        try {
          database.rows("DELETE FROM contract", List.of());
        } catch (DatabaseException refused) {
          assertThat(refused.kind()).isNotEqualTo(DatabaseException.Kind.GONE);
        }
      }
      try (Database database = Database.open(ENGINES.get("postgresql"))) {
        assertThat(database.rows("SELECT COUNT(*) FROM contract", List.of()).rows())
            .as("nothing is gone after: %s", sql)
            .containsExactly(List.of(36L));
      }
    }
  }

  @Test
  void postgresqlEndsALongStatement() {
    DatabaseConfig quick =
        TestDatabases.with(ENGINES.get("postgresql"), 10, 0.5, List.of(), List.of());
    try (Database database = Database.open(quick)) {
      assertThatThrownBy(() -> database.rows("SELECT pg_sleep(30)", List.of()))
          .isInstanceOfSatisfying(
              DatabaseException.class,
              failure -> assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.TIMEOUT));
      assertThat(database.rows("SELECT COUNT(*) FROM branch", List.of()).rows())
          .containsExactly(List.of(6L));
    }
  }

  @Test
  void aServerThatGoesAwayIsToldApartAndItsPasswordIsNot() throws Exception {
    try (Database database = Database.open(postgres.config())) {
      postgres.end();
      try {
        assertThatThrownBy(() -> database.rows("SELECT COUNT(*) FROM branch", List.of()))
            .isInstanceOfSatisfying(
                DatabaseException.class,
                failure -> {
                  assertThat(failure.kind()).isEqualTo(DatabaseException.Kind.GONE);
                  assertThat(failure.getMessage()).doesNotContain(PostgresServer.PASSWORD);
                });
      } finally {
        postgres.begin();
      }
    }
    DatabaseConfig wrong =
        DatabaseConfig.of(
            postgres.url(), "owner", new dev.assay.base.Secret("not-" + PostgresServer.PASSWORD));
    assertThatThrownBy(() -> Database.open(wrong))
        .isInstanceOf(DatabaseException.class)
        .message()
        .doesNotContain(PostgresServer.PASSWORD);
  }
}
