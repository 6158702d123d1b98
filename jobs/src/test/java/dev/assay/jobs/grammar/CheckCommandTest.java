package dev.assay.jobs.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.grammar.GroundedTemplate;
import dev.assay.grammar.TextTemplate;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.sql.SqlCheck;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
  @TempDir private Path dir;
  private Throwable failure;

  @BeforeEach
  void bank() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + dir.resolve("bank.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT, city TEXT)");
      statement.executeUpdate("INSERT INTO client VALUES (1, 'Ada', 'Bern'), (2, 'Ben', 'Rome')");
      statement.executeUpdate("CREATE TABLE closed (id INTEGER PRIMARY KEY, reason TEXT)");
    }
  }

  /** What is said of each template, without the line that shows it. */
  private List<String> said(String templates) throws Exception {
    Files.writeString(dir.resolve("templates.yaml"), templates);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .set("grammar.database.url=\"jdbc:sqlite:" + dir.resolve("bank.db") + "\"")
            .set("grammar.templates=" + dir.resolve("templates.yaml"))
            .load();
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    failure =
        catchThrowable(
            () -> new CheckCommand().run(new Session(null, loaded, null, Set.of(), Map.of(), to)));
    return out.toString(StandardCharsets.UTF_8).lines().filter(l -> l.startsWith("line ")).toList();
  }

  @Test
  void saysWhatTheStageWouldSay() throws Exception {
    assertThat(
            said(
                """
                templates:
                  - sql: SELECT city FROM client WHERE name = [client.name]
                  - sql: SELECT name FROM client WHERE city = [client.city]
                    texts: [ "Of [client.name]?" ]
                  - sql: SELECT COUNT(name) FROM client WHERE city = [client.city]
                    texts: [ "Of [client.city]?" ]
                  - sql: SELECT MAX(name) FROM client WHERE city = [client.city]
                    texts: [ "Of [client.city]?" ]
                  - sql: SELECT UPPER(name) FROM client WHERE city = [client.city]
                  - sql: SELECT left(name, 1) FROM client WHERE city = [client.city]
                    texts: [ "What begins [client.city]?" ]
                  - sql: SELECT id FROM closed WHERE reason = [closed.reason]
                    texts: [ "What is [closed.reason]?" ]
                """))
        .satisfiesExactly(
            one -> assertThat(one).contains("accepted, select: 1 rows", "2 wordings"),
            two -> assertThat(two).contains("refused", "which the query has not"),
            three -> assertThat(three).contains("accepted, count"),
            four -> assertThat(four).contains("refused", "another template has the same words"),
            five -> assertThat(five).contains("refused", "the rules have no words"),
            six -> assertThat(six).contains("refused", "The database says"),
            seven -> assertThat(seven).contains("[closed.reason] has no value"));
    assertThat(failure).isInstanceOf(StageException.class).hasMessageContaining("4 of 7 templates");
  }

  @Test
  void saysWhichTemplatesAPersonChanged() throws Exception {
    TemplateFile file = new TemplateFile(dir.resolve("templates.yaml"));
    Map<String, String> wordings = new TreeMap<>();
    wordings.put("SELECT city FROM client WHERE name = [client.name]", "Where is [client.name]?");
    wordings.put("SELECT name FROM client WHERE city = [client.city]", "Who is in [client.city]?");
    try (Database database =
        Database.open(DatabaseConfig.of("jdbc:sqlite:" + dir.resolve("bank.db")))) {
      SqlCheck check =
          new SqlCheck(database.schema(), ConfigLoader.defaults().load().config().grammar().sql());
      List<GroundedTemplate> templates =
          wordings.entrySet().stream()
              .map(
                  one ->
                      new GroundedTemplate(
                          check.check(one.getKey()).template().orElseThrow(),
                          List.of(new TextTemplate(one.getValue(), new TreeMap<>()))))
              .toList();
      assertThat(file.add(templates, check)).isEqualTo(2);
    }
    String written = Files.readString(file.path());
    assertThat(said(written)).hasSize(2).noneMatch(line -> line.contains("changed"));
    assertThat(said(written.replace("SELECT city FROM", "SELECT  city  FROM")))
        .as("blanks change nothing")
        .noneMatch(line -> line.contains("changed"));
    assertThat(said(written.replace("SELECT name FROM", "SELECT id FROM")))
        .satisfiesExactly(
            one -> assertThat(one).doesNotContain("changed"),
            two -> assertThat(two).contains("accepted", "(changed since it was written)"));
  }
}
