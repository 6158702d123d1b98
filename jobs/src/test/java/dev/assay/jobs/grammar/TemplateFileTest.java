package dev.assay.jobs.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.grammar.SqlTemplatesConfig;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.jobs.engine.StageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TemplateFileTest {
  private static final String SQL = "SELECT city FROM client WHERE name = [client.name]";
  private static final String OTHER = "SELECT name FROM client WHERE city = [client.city]";

  @TempDir private Path dir;
  private SqlCheck check;

  @BeforeEach
  void bank() throws Exception {
    String url = "jdbc:sqlite:" + dir.resolve("bank.db");
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT, city TEXT)");
      statement.executeUpdate("INSERT INTO client VALUES (1, 'Ada', 'Bern'), (2, 'Ben', 'Rome')");
    }
    try (Database database = Database.open(DatabaseConfig.of(url))) {
      check =
          new SqlCheck(
              database.schema(),
              new SqlTemplatesConfig(
                  2,
                  10,
                  10,
                  List.of("select"),
                  4,
                  List.of(),
                  Optional.empty(),
                  List.of(),
                  10,
                  Optional.empty(),
                  Optional.empty()));
    }
  }

  private GroundedTemplate template(String sql, String text) {
    return new GroundedTemplate(
        check.check(sql).template().orElseThrow(),
        List.of(new TextTemplate(text, new TreeMap<>(Map.of("length", "short")))));
  }

  @Test
  void readsBackWhatItWrote() {
    TemplateFile file = new TemplateFile(dir.resolve("new/templates.yaml"));
    assertThat(file.entries()).isEmpty();
    List<GroundedTemplate> both =
        List.of(
            template(SQL, "What is [client.name]'s city: #1?"),
            template(OTHER, "Who is in [client.city]?"));
    assertThat(file.add(both, check)).isEqualTo(2);
    assertThat(file.judged(check)).extracting(TemplateFile.Judged::template).isEqualTo(both);
    assertThat(file.add(both, check)).isZero();
  }

  @Test
  void aPersonsEditsSurvive() throws Exception {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    String mine =
        """
        # mine
        templates:
            # kept as it is
            - sql: >
                select C.city from client C
                where [client.name] = C.name
              texts: [ "Where does [client.name] live?" ]   # changed\
        """;
    Files.writeString(file.path(), mine);
    assertThat(file.add(List.of(template(SQL, "x"), template(OTHER, "y")), check)).isOne();
    assertThat(Files.readString(file.path())).startsWith(mine);
    assertThat(file.entries()).hasSize(2);
    assertThat(file.entries().get(0).texts())
        .containsExactly(new TextTemplate("Where does [client.name] live?", new TreeMap<>()));
    assertThat(file.entries().get(0).hash()).isEmpty();
  }

  @Test
  void theSecondOfTwoThatMeanTheSameIsRefused() throws Exception {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    Files.writeString(
        file.path(),
        "templates:\n- sql: '"
            + SQL
            + "'\n- sql: 'SELECT c.city FROM client c WHERE c.name = [client.name]'\n"
            + "- sql: 'DROP TABLE client'\n");
    assertThat(file.judged(check))
        .extracting(judged -> judged.checked().reason())
        .satisfiesExactly(
            first -> assertThat(first).isEmpty(),
            second -> assertThat(second).isEqualTo("it means the same as the template of line 2"),
            third -> assertThat(third).contains("no SELECT"));
  }

  @Test
  void textInQuotesKeepsItsSpaces() {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    String spaced = "SELECT city FROM client WHERE name = [client.name] AND city <> 'It''s  two'";
    file.add(List.of(template(spaced, "Where is [client.name]?")), check);
    assertThat(file.entries().get(0).sql()).isEqualTo(spaced);
  }

  @Test
  void aLongFileIsRead() throws Exception {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    Files.writeString(file.path(), "templates:\n- sql: x\n" + "# ten chars\n".repeat(400_000));
    assertThat(file.entries()).hasSize(1);
  }

  @Test
  void errorsNameTheFileAndTheLine() throws Exception {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    for (var wrong :
        Map.of(
                "templates:\n  - sqll: x\n", "line 2: a template has the unknown key 'sqll'",
                "templates:\n  - kind: select\n", "line 2: a template has no 'sql'",
                "templates:\n  - sql: x\n    texts: 3\n", "line 3: 'texts' is no list",
                "templates:\n  - sql: x\n    texts:\n      - text: [A.B] is\n", "is no YAML",
                "templates:\n  - sql: x\n    sql: y\n",
                    "line 3: the key 'sql' stands here a second",
                "templates: []\ntemplates: []\n", "line 2: the key 'templates' stands here a",
                "others: []\n", "line 1: unknown key 'others'",
                "- x\n", "it has no list 'templates:'",
                "templates:\n  - sql: {a: b}\n", "line 2: here stands a block")
            .entrySet()) {
      Files.writeString(file.path(), wrong.getKey());
      assertThatThrownBy(file::entries)
          .as(wrong.getKey())
          .isInstanceOf(StageException.class)
          .hasMessageContaining(file.path().toString())
          .hasMessageContaining(wrong.getValue());
    }
  }
}
