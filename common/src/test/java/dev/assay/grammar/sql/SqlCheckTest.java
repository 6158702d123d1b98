package dev.assay.grammar.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.Placeholder;
import dev.assay.grammar.QueryKind;
import dev.assay.grammar.SqlTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.grammar.database.TestDatabases;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SqlCheckTest {
  static final SqlTemplatesConfig CONFIG =
      new SqlTemplatesConfig(
          2,
          200,
          20,
          List.of("select", "join", "count", "aggregate", "comparison", "top", "date_range"),
          4,
          List.of(),
          Optional.empty(),
          List.of(),
          10,
          Optional.empty(),
          Optional.empty());

  private static SqlCheck check;
  private static DatabaseSchema schema;

  @BeforeAll
  static void bank(@TempDir Path dir) throws Exception {
    DatabaseConfig config =
        TestDatabases.sqlite(
            dir.resolve("bank.db"),
            "CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, city TEXT)",
            "CREATE TABLE client (client_id INTEGER PRIMARY KEY, name TEXT, born DATE, balance"
                + " NUMERIC, password TEXT, branch_id INTEGER REFERENCES branch (branch_id))",
            "CREATE TABLE \"order\" (id INTEGER PRIMARY KEY, \"total sum\" NUMERIC, client_id"
                + " INTEGER REFERENCES client (client_id))",
            "INSERT INTO branch VALUES (1, 'Bern'), (2, 'Lucerne')",
            "INSERT INTO client VALUES (1, 'Ada', '1980-01-02', 10, 'x', 1), (2, 'Ben',"
                + " '1981-01-02', 20, 'y', 2)",
            "INSERT INTO \"order\" VALUES (1, 5, 1), (2, 6, 2)");
    DatabaseConfig limited =
        TestDatabases.with(config, 100, 5, List.of("client.password"), List.of());
    try (Database database = Database.open(limited)) {
      schema = database.schema();
      check = new SqlCheck(schema, CONFIG);
    }
  }

  private static SqlTemplate accepted(String sql) {
    Checked checked = check.check(sql);
    assertThat(checked.reason()).isEmpty();
    return checked.template().orElseThrow();
  }

  @Test
  void keepsWhatWasUnderstoodWithItsPlaceholders() {
    SqlTemplate template =
        accepted(
            "select C.NAME from Client c join branch b on c.branch_id = b.branch_id"
                + " where b.city = [branch.city] and c.balance > [CLIENT.balance:least] ;");
    assertThat(template.sql())
        .isEqualTo(
            "SELECT C.name FROM client c JOIN branch b ON c.branch_id = b.branch_id"
                    .replace("C.name", "c.name")
                + " WHERE b.city = [branch.city] AND c.balance > [client.balance:least]");
    assertThat(template.placeholders())
        .containsExactly(
            new Placeholder("branch", "city"), new Placeholder("client", "balance", "least"));
  }

  @Test
  void quotesNamesThatNeedIt() {
    assertThat(
            accepted(
                    "SELECT \"total sum\" FROM \"order\" o JOIN client ON o.client_id ="
                        + " client.client_id WHERE client.name = [client.name]")
                .sql())
        .contains("\"total sum\"", "FROM \"order\" o");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT name FROM client WHERE born = [client.born] | SELECT",
        "SELECT DISTINCT c.name FROM client c JOIN branch b ON c.branch_id = b.branch_id WHERE"
            + " b.city = [branch.city] | JOIN",
        "SELECT COUNT(*) FROM client WHERE born = [client.born] | COUNT",
        "SELECT AVG(balance) FROM client WHERE born = [client.born] | AGGREGATE",
        "SELECT name FROM client WHERE balance > [client.balance] | COMPARISON",
        "SELECT name FROM client WHERE born = [client.born] ORDER BY balance DESC LIMIT 1 | TOP",
        "SELECT name FROM client WHERE born BETWEEN [client.born:from] AND [client.born:to] |"
            + " DATE_RANGE",
        "SELECT UPPER(name) FROM client WHERE born = [client.born] | OTHER"
      })
  void namesTheKind(String sql, QueryKind kind) {
    assertThat(accepted(sql).kind()).isEqualTo(kind);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT c.name FROM branch b JOIN client c ON b.branch_id = c.branch_id WHERE b.city ="
            + " [branch.city] AND c.born = [client.born]",
        "SELECT x.name FROM client AS x INNER JOIN branch AS y ON (y.branch_id = x.branch_id AND"
            + " [branch.city] = y.city) WHERE [client.born] = x.born",
        "SELECT name FROM client JOIN branch ON branch.branch_id = client.branch_id WHERE (born ="
            + " [client.born]) AND (city = [Branch.City])"
      })
  void tellsTemplatesThatMeanTheSame(String sql) {
    String one =
        "SELECT client.name FROM client JOIN branch ON client.branch_id = branch.branch_id WHERE"
            + " client.born = [client.born] AND branch.city = [branch.city]";
    if (sql.contains("[branch.city] = y.city")) {
      assertThat(check.check(sql).reason())
          .isEqualTo("placeholders stand in WHERE and nowhere else");
    } else {
      assertThat(accepted(sql).id()).isEqualTo(accepted(one).id());
    }
    assertThat(accepted(one).id())
        .isNotEqualTo(accepted("SELECT name FROM client WHERE born = [client.born]").id());
  }

  /** Each is refused, for the reason behind the bar. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "DROP TABLE client | is no SELECT",
        "DELETE FROM client WHERE name = [client.name] | is no SELECT",
        "UPDATE client SET balance = 0 WHERE name = [client.name] | is no SELECT",
        "INSERT INTO client SELECT * FROM client WHERE name = [client.name] | is no SELECT",
        "SELECT name FROM client WHERE born = [client.born]; DROP TABLE client | more than one"
            + " statement",
        "SELECT name FROM client WHERE born = [client.born] -- AND 1 = 0 | comment",
        "SELECT name FROM client /* x */ WHERE born = [client.born] | comment",
        "SELECT name FROM client WHERE born = '[client.born]' | within quotes",
        "SELECT name FROM client WHERE born = ? | '?' is not allowed",
        "SELECT name INTO loot FROM client WHERE born = [client.born] | INTO",
        "SELECT name FROM client WHERE born = [client.born] FOR UPDATE | 'forMode'",
        "WITH d AS (DELETE FROM client RETURNING name) SELECT name FROM d WHERE name ="
            + " [client.name] | not among",
        "WITH d AS (SELECT name, born FROM client) SELECT name FROM d WHERE born = [client.born] |"
            + " without WITH",
        "SELECT name FROM client WHERE born = [client.born] UNION SELECT city FROM branch | one"
            + " SELECT",
        "SELECT pg_read_file('/etc/passwd') FROM client WHERE born = [client.born] |"
            + " 'pg_read_file'",
        "SELECT load_extension('x.so') FROM client WHERE born = [client.born] | 'load_extension'",
        "SELECT pg_catalog.pg_sleep(100) FROM client WHERE born = [client.born] |"
            + " 'pg_catalog.pg_sleep'",
        "SELECT set_config('transaction_read_only', 'off', false) FROM client WHERE born ="
            + " [client.born] | 'set_config'",
        "SELECT nextval('s') FROM client WHERE born = [client.born] | 'nextval'",
        "SELECT dblink_exec('x', name) FROM client WHERE born = [client.born] | 'dblink_exec'",
        "SELECT name FROM read_csv('/etc/passwd') WHERE born = [client.born] | not among",
        "SELECT name FROM generate_series(1, 1000000000) g, client WHERE born = [client.born] | not"
            + " among",
        "SELECT name FROM '/etc/passwd' WHERE born = [client.born] | there is no table",
        "SELECT name FROM client WHERE name <> [client.name] | the question gives",
        "SELECT * FROM client WHERE born = [client.born] | selects *",
        "SELECT password FROM client WHERE born = [client.born] | left out",
        "SELECT name FROM client WHERE password = [client.password] | left out",
        "SELECT born FROM client WHERE born = [client.born] | the question gives",
        "SELECT name FROM client | no placeholder",
        "SELECT [client.name] FROM client WHERE born = 1 | nowhere else",
        "SELECT name FROM client ORDER BY [client.born] | nowhere else",
        "SELECT name FROM client, branch WHERE born = [client.born] | no JOIN",
        "SELECT name FROM client CROSS JOIN branch WHERE born = [client.born] | no JOIN",
        "SELECT name FROM client JOIN branch ON 1 = 1 WHERE born = [client.born] | cross product",
        "SELECT name FROM client NATURAL JOIN branch WHERE born = [client.born] | natural",
        "SELECT c.name FROM client c JOIN client d ON c.name = d.name JOIN client e ON c.name ="
            + " e.name JOIN client f ON c.name = f.name JOIN client g ON c.name = g.name JOIN"
            + " client h ON c.name = h.name WHERE c.born = [client.born] | grammar.sql.max-joins",
        "SELECT name FROM client WHERE born = [client.born] AND (SELECT COUNT(*) FROM client a,"
            + " client b, client c) > 0 | within the SELECT",
        "SELECT name FROM client WHERE born = [client.birthday] | no column of the database",
        "SELECT nam FROM client WHERE born = [client.born] | no column 'nam'",
        "SELECT name FROM clients WHERE born = [client.born] | there is no table 'clients'",
        "SELECT name FROM sqlite_master WHERE name = [client.name] | there is no table",
        "SELECT name FROM other.client WHERE born = [client.born] | names a schema",
        "SELECT name FROM client WHERE born = [client.born] LIMIT 1 | without ORDER BY",
        "SELECT name FROM client WHERE born < date('now') AND name <> [client.name] | clock",
        "SELECT balance FROM client WHERE born < date('now') AND name <> [client.name] | clock",
        "SELECT balance FROM client WHERE born < CURRENT_DATE AND name <> [client.name] | clock",
        "SELECT branch.city FROM branch JOIN client ON client.branch_id = branch.branch_id WHERE"
            + " client.name = [client.balance] | cannot be compared",
        "SELECT balance FROM client WHERE born < date() AND name <> [client.name] | clock",
        "SELECT balance FROM client WHERE strftime('%Y') > born AND name <> [client.name] | clock",
        "SELECT balance FROM client WHERE born < ' Today' AND name <> [client.name] | clock",
        "SELECT balance FROM client WHERE born = [client.born] ORDER BY name LIMIT 0 | its LIMIT",
        "SELECT balance AS \"[x.y]\" FROM client WHERE born = [client.born] | reads like a"
            + " placeholder",
        "SELECT balance FROM client AS \"[x.y]\" WHERE born = [client.born] | reads like a"
            + " placeholder",
        "SELECT balance FROM client WHERE born = [client.born] AND name <> '[a.b:x y]' | reads like"
            + " a placeholder",
        "SELECT balance FROM client WHERE born = [client.born] AND name <> CONCAT('[', 'a.b]') |"
            + " reads like a placeholder",
        "SELECT name FROM client WHERE born = [client.born] PROCEDURE ANALYSE() | not allowed",
        "SELECT name FROM client WHERE born = $$x$$ AND name = [client.name] | '$' is not allowed",
        "SELECT name FROM client WHERE name = 'a\\' OR 1=1' AND born = [client.born] | backslash",
        "COPY client TO '/tmp/loot' | ",
        "ATTACH DATABASE 'x' AS y | ",
        "PRAGMA query_only = 0 | ",
        "CALL x([client.name]) | ",
        "EXPLAIN ANALYZE DELETE FROM client WHERE name = [client.name] | ",
        "SELECT name FROM FINAL TABLE (DELETE FROM client) WHERE name = [client.name] | ",
        "VALUES ([client.name]) | ",
        "TABLE client | ",
        "SELECT name FROM client@remote WHERE born = [client.born] | '@' is not allowed"
      })
  void refuses(String sql, String reason) {
    Checked checked = check.check(sql);
    assertThat(checked.template()).as(sql).isEmpty();
    assertThat(checked.reason()).as(sql).isNotBlank();
    if (reason != null) {
      assertThat(checked.reason()).as(sql).contains(reason);
    }
  }

  @Test
  void refusesNestingThatWouldBreakTheParser() {
    String deep =
        "SELECT name FROM client WHERE born = [client.born] AND "
            + "(".repeat(1500)
            + "1 = 1"
            + ")".repeat(1500);
    assertThat(check.check(deep).accepted()).isFalse();
    String chain =
        "SELECT name FROM client WHERE born = [client.born] AND 1 < 1" + "+1".repeat(3800);
    assertThat(check.check(chain).reason()).isEqualTo("it has more than 1000 parts");
    assertThat(check.check("SELECT name FROM client WHERE born = [client.born]" + " ".repeat(9000)))
        .satisfies(checked -> assertThat(checked.accepted()).isTrue());
    assertThat(check.check("SELECT name, " + "x".repeat(9000)).reason()).contains("characters");
  }

  /** What people asked for (Defog's questions): all of it only reads, and none is refused. */
  @Test
  void goldQueriesOfASharedSetAreReadOnly() throws Exception {
    ReadOnly reading = new ReadOnly(List.of("julianday"));
    List<String> refused = new ArrayList<>();
    int seen = 0;
    for (String file : List.of("instruct_basic_sqlite.csv", "questions_gen_sqlite.csv")) {
      Optional<Path> path = TestDatabases.shared("data/sql/questions/" + file);
      assumeTrue(path.isPresent());
      for (List<String> row : Csv.rows(Files.readString(path.get()))) {
        for (String sql : row.get(3).split(";")) {
          if (!sql.isBlank() && !sql.equals("query")) {
            seen++;
            try {
              reading.read(Written.of(sql).sql());
            } catch (RefusedException no) {
              refused.add(no.getMessage() + " <- " + sql);
            }
          }
        }
      }
    }
    assertThat(seen).isGreaterThan(100);
    assertThat(refused).isEmpty();
  }
}
