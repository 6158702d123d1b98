package dev.assay.grammar.fill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.ColumnType;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TestDatabases;
import dev.assay.grammar.shape.ParsedTemplate;
import dev.assay.grammar.sql.Checked;
import dev.assay.grammar.sql.Enumeration;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.grammar.text.SchemaVocabulary;
import dev.assay.grammar.text.Verbaliser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases as they are found: from schema to questions, none of them ends the work. */
class OddDatabasesTest {
  private static final SqlTemplatesConfig SQL =
      new SqlTemplatesConfig(
          2,
          200,
          20,
          Arrays.stream(QueryKind.values())
              .filter(kind -> kind != QueryKind.OTHER)
              .map(QueryKind::id)
              .toList(),
          4,
          List.of(),
          Optional.empty(),
          List.of(),
          10,
          Optional.empty(),
          Optional.empty());
  private static final Combinations FEW = new Combinations(5, 1);

  @TempDir private Path folder;

  private DatabaseConfig sqlite(String... sql) throws Exception {
    return TestDatabases.sqlite(folder.resolve("odd.db"), sql);
  }

  /** Every enumerated template, filled and answered; the SQL of each. */
  private static List<String> asked(DatabaseConfig config) {
    List<String> asked = new ArrayList<>();
    try (Database database = Database.open(config)) {
      DatabaseSchema schema = database.schema();
      Verbaliser rules = new Verbaliser(new SchemaVocabulary(schema), List.of("short"), 1);
      for (SqlTemplate template : new Enumeration(schema, SQL, 1).templates().templates()) {
        assertThat(rules.texts(template)).as(template.sql()).isNotEmpty();
        for (List<Object> values : FEW.of(ParsedTemplate.of(template), database).rows()) {
          FilledQuery filled = new FilledQuery(template, values);
          database.rows(FilledQuery.prepared(template), filled.parameters());
          for (TextTemplate text : rules.texts(template)) {
            assertThat(filled.question(text.text())).doesNotContain("[");
          }
        }
        asked.add(template.sql());
      }
    }
    return asked;
  }

  private static Checked check(Database database, String sql) {
    return new SqlCheck(database.schema(), SQL).check(sql);
  }

  private static Combinations.Drawn drawn(Database database, String sql) {
    return FEW.of(ParsedTemplate.of(check(database, sql).template().orElseThrow()), database);
  }

  @Test
  void withoutForeignKeysNothingIsJoined() throws Exception {
    List<String> asked =
        asked(
            sqlite(
                "CREATE TABLE client (name TEXT, city TEXT)",
                "INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', 'Rome')",
                "CREATE TABLE account (owner TEXT, kind TEXT)",
                "INSERT INTO account VALUES ('Ada', 'savings'), ('Ben', 'current')"));
    assertThat(asked).isNotEmpty().noneMatch(sql -> sql.contains("JOIN"));
  }

  @Test
  void keysInACircleEnd() throws Exception {
    List<String> asked =
        asked(
            sqlite(
                "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, b_id INTEGER REFERENCES b(id))",
                "CREATE TABLE b (id INTEGER PRIMARY KEY, title TEXT, c_id INTEGER REFERENCES"
                    + " c(id))",
                "CREATE TABLE c (id INTEGER PRIMARY KEY, town TEXT, a_id INTEGER REFERENCES a(id))",
                "INSERT INTO a VALUES (1, 'x', 1), (2, 'y', 2)",
                "INSERT INTO b VALUES (1, 'k', 1), (2, 'l', 2)",
                "INSERT INTO c VALUES (1, 'Bern', 1), (2, 'Rome', 2)"));
    assertThat(asked).anyMatch(sql -> sql.split("JOIN").length == 3).doesNotHaveDuplicates();
  }

  @Test
  void viewsAreAskedAboutOnDemand() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, city TEXT)",
            "INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', 'Rome')",
            "CREATE VIEW towns AS SELECT name, city FROM client");
    assertThat(asked(config)).isNotEmpty().noneMatch(sql -> sql.contains("towns"));
    DatabaseConfig kept = TestDatabases.with(config, 100, 5, List.of(), List.of("towns"));
    assertThat(asked(kept)).anyMatch(sql -> sql.contains("towns"));
  }

  @Test
  void namesMayBeWordsOfSqlOrHoldBlanksAndQuotes() throws Exception {
    String[] sql = {
      "CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, \"group\" TEXT, \"first name\" TEXT,"
          + " \"we\"\"ird\" TEXT, \"select\" INTEGER)",
      "INSERT INTO \"order\" VALUES (1, 'a', 'Ann', 'p', 3), (2, 'b', 'Bob', 'q', 4)",
      "CREATE TABLE \"order line\" (id INTEGER PRIMARY KEY, \"order\" INTEGER REFERENCES"
          + " \"order\"(id), \"from\" TEXT)",
      "INSERT INTO \"order line\" VALUES (1, 1, 'x'), (2, 2, 'y')"
    };
    for (DatabaseConfig config :
        List.of(
            sqlite(sql),
            TestDatabases.duckdb(folder.resolve("odd.duckdb"), sql),
            TestDatabases.h2(folder.resolve("odd"), sql))) {
      List<String> asked = asked(config);
      assertThat(asked)
          .as(config.url())
          .anyMatch(one -> one.contains("\"group\""))
          .anyMatch(one -> one.contains("\"first name\""))
          .anyMatch(one -> one.contains("\"we\"\"ird\""))
          .anyMatch(one -> one.contains("\"order line\""));
    }
  }

  @Test
  void nullsAreNoValuesAndUnanswerableAnswers() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, city TEXT, fax TEXT)",
            "INSERT INTO client VALUES ('Ada', NULL, NULL), ('Ben', NULL, NULL), (NULL, 'Rome',"
                + " NULL)");
    assertThat(asked(config)).isNotEmpty().noneMatch(sql -> sql.contains("fax"));
    try (Database database = Database.open(config)) {
      assertThat(database.schema().column("client", "fax").orElseThrow().leftOut())
          .contains("NULL in every row looked at");
      String city = "SELECT city FROM client WHERE name = [client.name]";
      assertThat(drawn(database, city).rows())
          .containsExactlyInAnyOrder(List.of("Ada"), List.of("Ben"));
      assertThat(
              Truth.of(database.rows("SELECT city FROM client WHERE name = ?", List.of("Ada")), 10)
                  .outcome())
          .isEqualTo(Truth.Outcome.UNANSWERABLE);
      // A placeholder whose column has no value at all.
      assertThat(drawn(database, "SELECT name FROM client WHERE fax = [client.fax]").rows())
          .isEmpty();
    }
  }

  @Test
  void hundredsOfThousandsOfValuesAreReadOnceAndAFewKept() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (number INTEGER, city TEXT)",
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)"
                + " INSERT INTO client SELECT i, 'Town ' || (i % 7) FROM n");
    try (Database database = Database.open(config)) {
      Assertions.assertTimeout(
          Duration.ofSeconds(20),
          () -> {
            List<Object> drawn = database.distinct(new Placeholder("client", "number"), 100);
            assertThat(drawn).hasSize(100).isSorted();
            // Spread over all of them: of 100 even ones the smallest is above a tenth in 0.003 %.
            assertThat((Long) drawn.get(0)).isLessThan(30_000);
            assertThat((Long) drawn.get(99)).isGreaterThan(270_000);
          });
    }
    assertThat(asked(config)).isNotEmpty();
  }

  @Test
  void anEmptyTableIsLeftOutAndATemplateOfItHasNoValues() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE closed (reason TEXT, note TEXT)",
            "CREATE TABLE client (name TEXT, city TEXT)",
            "INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', 'Rome')");
    assertThat(asked(config)).isNotEmpty().noneMatch(sql -> sql.contains("closed"));
    try (Database database = Database.open(config)) {
      assertThat(drawn(database, "SELECT note FROM closed WHERE reason = [closed.reason]").rows())
          .isEmpty();
    }
  }

  @Test
  void datesAsTextAreDates() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, born TEXT, joined TEXT)",
            "INSERT INTO client VALUES ('Ada', '1980-01-02', '2001-05-06 00:00:00'),"
                + " ('Ben', '1975-11-30', '1999-10-11 00:00:00'), ('Cy', '1990-02-03',"
                + " '2010-01-02 00:00:00'), ('Di', '1991-12-24', '2012-01-02 00:00:00')");
    try (Database database = Database.open(config)) {
      assertThat(database.schema().column("client", "born").orElseThrow().type())
          .isEqualTo(ColumnType.DATE);
      assertThat(database.schema().column("client", "joined").orElseThrow().type())
          .isEqualTo(ColumnType.DATE);
    }
    assertThat(asked(config)).anyMatch(sql -> sql.contains("BETWEEN"));
  }

  @Test
  void anAliasDoesNotOpenAColumnThatIsLeftOut() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, city TEXT, pin TEXT)",
            "INSERT INTO client VALUES ('Ada', 'Bern', '1234'), ('Ben', 'Rome', '9876')");
    DatabaseConfig closed = TestDatabases.with(config, 100, 5, List.of("client.pin"), List.of());
    try (Database database = Database.open(closed)) {
      for (String sql :
          List.of(
              "SELECT pin FROM client WHERE city = [client.city]",
              "SELECT name FROM client AS pin WHERE pin.pin = [client.city]",
              "SELECT name FROM client WHERE pin = [client.pin]")) {
        assertThat(check(database, sql).reason()).as(sql).contains("left out by");
      }
      for (String sql :
          List.of(
              "SELECT name AS pin FROM client WHERE pin = '1234' AND city = [client.city]",
              "SELECT MAX(name) AS pin FROM client WHERE city = [client.city] GROUP BY pin",
              "SELECT name AS PIN FROM client WHERE city = [client.city] ORDER BY pin")) {
        assertThat(check(database, sql).reason())
            .as(sql)
            .matches(".*(also the name of a column|left out by).*");
      }
      for (String named : List.of("who", "name")) {
        String harmless = "SELECT name AS " + named + " FROM client WHERE city = [client.city]";
        assertThat(check(database, harmless).accepted()).as(named).isTrue();
      }
    }
  }

  @Test
  void longTextsAreNeitherAskedForNorAsked() throws Exception {
    String letters = "replace(hex(zeroblob(2500000)), '0', 'x')";
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, city TEXT, note TEXT)",
            "INSERT INTO client VALUES ('Ada', 'Bern', "
                + letters
                + "), ('Ben', 'Rome', 'short'),"
                + " (substr("
                + letters
                + ", 1, 300), 'Oslo', 'note')");
    assertThat(asked(config)).isNotEmpty().noneMatch(sql -> sql.contains("note"));
    try (Database database = Database.open(config)) {
      Combinations.Drawn drawn =
          drawn(database, "SELECT city FROM client WHERE name = [client.name]");
      assertThat(drawn.rows()).containsExactlyInAnyOrder(List.of("Ada"), List.of("Ben"));
      assertThat(drawn.unsayable()).isEqualTo(1);
    }
  }

  @Test
  void valuesThatDifferByBlanksOrCaseAloneNameNothing() throws Exception {
    DatabaseConfig config =
        sqlite(
            "CREATE TABLE client (name TEXT, city TEXT)",
            "INSERT INTO client VALUES ('Ada', 'Bern'), ('Ben', ' Bern'), ('Cy', 'BERN'),"
                + " ('Di', 'New  York'), ('Ed', 'New York'), ('Flo', 'Rome')");
    try (Database database = Database.open(config)) {
      Combinations.Drawn drawn =
          drawn(database, "SELECT name FROM client WHERE city = [client.city]");
      assertThat(drawn.rows()).containsExactly(List.of("Rome"));
      assertThat(drawn.unsayable()).isEqualTo(5);
    }
  }
}
