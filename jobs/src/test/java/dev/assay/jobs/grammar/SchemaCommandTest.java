package dev.assay.jobs.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Session;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was read of a database, what is left out, and why. */
class SchemaCommandTest {
  @TempDir private Path dir;

  private List<String> said(String... settings) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("grammar.database.url=\"jdbc:sqlite:" + dir.resolve("bank.db") + "\"");
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    new SchemaCommand().run(new Session(null, loader.load(), null, Set.of(), Map.of(), to));
    return out.toString(StandardCharsets.UTF_8).lines().map(String::strip).toList();
  }

  private void bank(String... statements) throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + dir.resolve("bank.db"));
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  @Test
  void everyColumnThatIsLeftOutSaysWhy() throws Exception {
    bank(
        "CREATE TABLE branch (branch_id INTEGER PRIMARY KEY, city TEXT)",
        "INSERT INTO branch VALUES (1, 'Bern'), (2, 'Rome')",
        "CREATE TABLE client (client_id INTEGER PRIMARY KEY, name TEXT, city TEXT, note TEXT,"
            + " branch_id INTEGER REFERENCES branch (branch_id))",
        "INSERT INTO client VALUES (1, 'Ada', 'Bern', NULL, 1), (2, 'Ben', 'Rome', NULL, 2)",
        "CREATE TABLE closed (reason TEXT)");
    List<String> said =
        said(
            "grammar.database.leave-out=[client.city]",
            "grammar.database.comments={\"client\" = \"a customer\", \"client.name\" = \"in"
                + " full\"}");
    // Of branch the city, of client the name.
    assertThat(said.get(0))
        .startsWith("SQLite ")
        .endsWith(": 3 tables and views, 1 foreign keys; 2 of 8 columns are asked about");
    assertThat(said)
        .contains("table branch, 2 rows", "table client, 2 rows: a customer")
        .contains("table closed, 0 rows  (left out: it has no rows)")
        .contains("client (branch_id) -> branch (branch_id)")
        .anyMatch(line -> line.matches("name +text +text +\"in full\""))
        .anyMatch(line -> line.matches("client_id .*\\(left out: an identifier\\)"))
        .anyMatch(line -> line.matches("branch_id .*\\(left out: an identifier\\)"))
        .anyMatch(line -> line.matches("note .*\\(left out: NULL in every row looked at\\)"))
        .anyMatch(
            line -> line.matches("city .*\\(left out: named in grammar.database.leave-out\\)"))
        .anyMatch(line -> line.matches("city +text +text"));
  }

  @Test
  void aDatabaseWithoutForeignKeysIsToldOf() throws Exception {
    bank("CREATE TABLE branch (city TEXT)", "INSERT INTO branch VALUES ('Bern'), ('Rome')");
    assertThat(said()).anyMatch(line -> line.startsWith("No foreign keys: templates join no"));
  }
}
