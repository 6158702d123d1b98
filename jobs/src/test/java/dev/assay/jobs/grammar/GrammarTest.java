package dev.assay.jobs.grammar;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.base.Hashes;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrammarTest {
  @TempDir private Path directory;

  @BeforeEach
  void bank() throws SQLException, IOException {
    database(
        "CREATE TABLE client (id INTEGER PRIMARY KEY, name TEXT, city TEXT, adviser TEXT)",
        "INSERT INTO client VALUES (1, 'Ann Lee', 'Bern', 'Max Orr'), (2, 'Bob Ray', 'Rome', NULL),"
            + " (3, 'Eva Noe', 'Bern', 'Max Orr')",
        "CREATE TABLE closed (id INTEGER PRIMARY KEY, reason TEXT)",
        "CREATE TABLE account (id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES client(id),"
            + " kind TEXT, balance NUMERIC)",
        "INSERT INTO account VALUES (1, 1, 'savings', 1200.5), (2, 1, 'current', 20), (3, 2,"
            + " 'savings', 7)");
    Files.writeString(
        directory.resolve("templates.yaml"),
        """
        templates:
          - sql: SELECT adviser FROM client WHERE name = [client.name]
            kind: select
            texts:
              - text: Who advises [client.name]?
                attributes: { length: short }
              - text: Please be so kind as to tell me who it is that advises [client.name].
                attributes: { length: long }
              - text: Who is it?
          - sql: SELECT name FROM client WHERE city = [client.city]
            kind: select
          - sql: SELECT a.balance FROM account a JOIN client c ON a.client_id = c.id WHERE a.kind = [account.kind] AND c.name = [client.name]
            kind: join
            texts:
              - text: What is the balance of the [account.kind] account of [client.name]?
          - sql: SELECT id FROM closed WHERE reason = [closed.reason]
            texts: [ "Which account was closed for [closed.reason]?" ]
          - sql: SELECT nothing FROM client WHERE city = [client.city]
            kind: select
            texts:
              - text: What of [client.city]?
          - sql: SELECT COUNT(*) FROM client WHERE city = [client.city]
            kind: count
            texts:
              - text: Who advises [client.city]?
              - text: How many clients live in [client.city]?
        """);
  }

  private void database(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String url() {
    return "jdbc:sqlite:" + directory.resolve("bank.db");
  }

  private Run run(String... more) {
    String[] settings = new String[more.length + 3];
    settings[0] = "grammar.database.url=\"" + url() + "\"";
    settings[1] = "grammar.templates=\"" + directory.resolve("templates.yaml") + "\"";
    settings[2] = "grammar.suite=bank";
    System.arraycopy(more, 0, settings, 3, more.length);
    return TestRun.of(directory, "grammar", settings);
  }

  private static Row question(Run run, String question) {
    return run.store()
        .read(Tables.TEST_CASES)
        .where(col("question").equalTo(question))
        .collectAsList()
        .get(0);
  }

  @Test
  void questionsHaveTheDatabasesAnswersInGroups() {
    Run run = run("grammar.export=\"" + directory.resolve("suite.jsonl") + "\"");
    chunk(
        run, "d1", "Ann Lee of Bern is advised by Max Orr. Her savings account has 1,200.50 EUR.");
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    Counts counts = told(errors, () -> new Grammar().run(run));
    // 2 wordings of 4 + 2 + 1 templates, one of them without values; 3 + 2 + 3 + 2 combinations
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .contains(
            "grammar: 5 SQL templates (M), 1.4 wordings each (N), 10 combinations of values taken"
                + " of 10 (Q): 15 questions at most");
    // 3 advisers x 2 wordings, 2 cities x 2, 3 accounts, 2 counts
    assertThat(counts.values()).containsEntry("test cases", 15L).containsEntry("sql templates", 5L);
    Row adviser = question(run, "Who advises Ann Lee?");
    String sql = "SELECT adviser FROM client WHERE name = 'Ann Lee'";
    assertThat(adviser.<String>getAs("expected_answer")).isEqualTo("Max Orr");
    assertThat(adviser.<String>getAs("group_id")).isEqualTo(Hashes.sha256("bank", sql));
    assertThat(adviser.<Boolean>getAs("answerable")).isTrue();
    assertThat(RowValues.<String>list(adviser, "relevant_doc_ids")).containsExactly("d1");
    Map<String, String> attributes = RowValues.map(adviser, "attributes");
    assertThat(adviser.<String>getAs("provenance"))
        .startsWith("grammar: sql template " + attributes.get("sql_template") + ", wording ");
    assertThat(template(run, "Please be so kind as to tell me who it is that advises Eva Noe."))
        .as("other values and words of the same template")
        .isEqualTo(attributes.get("sql_template"));
    assertThat(template(run, "How many clients live in Bern?"))
        .isNotEqualTo(attributes.get("sql_template"));
    assertThat(attributes)
        .containsEntry("sql", sql)
        .containsEntry("length", "short")
        .containsEntry("answer_type", "text")
        .containsEntry("in_corpus", "yes");
    Row nobody = question(run, "Who advises Bob Ray?");
    assertThat(nobody.<String>getAs("expected_answer")).isNull();
    assertThat(nobody.<Boolean>getAs("answerable")).isFalse();
    Row clients = question(run, "What are the names of the clients whose city is Bern?");
    assertThat(clients.<String>getAs("expected_answer")).isEqualTo("Ann Lee; Eva Noe");
    assertThat(RowValues.<String>list(clients, "facts")).containsExactly("Ann Lee", "Eva Noe");
    assertThat(RowValues.<String, String>map(clients, "attributes"))
        .containsEntry("answer_type", "set")
        .containsEntry("value_type", "text")
        .containsEntry("in_corpus", "no");
    assertThat(clients.<Boolean>getAs("answerable")).isFalse();
    // Nobody can tell from passages how many rows a table has.
    assertThat(question(run, "How many clients live in Bern?").<Object>getAs("answerable"))
        .isNull();
    Row balance = question(run, "What is the balance of the savings account of Ann Lee?");
    assertThat(balance.<String>getAs("expected_answer")).isEqualTo("1200.5");
    assertThat(RowValues.<String, String>map(balance, "attributes"))
        .containsEntry("answer_type", "number")
        .containsEntry("in_corpus", "yes");
    // a wording without its value, one that two templates share, a column that is not there, an
    // empty table
    assertThat(run.store().read(Tables.REJECTED).select("reason").collectAsList())
        .extracting(row -> row.<String>getAs("reason"))
        .anySatisfy(reason -> assertThat(reason).contains("not at all"))
        .anySatisfy(reason -> assertThat(reason).contains("another template has the same words"))
        .anySatisfy(reason -> assertThat(reason).contains("nothing"))
        .anySatisfy(reason -> assertThat(reason).contains("no values for its placeholders"));
    assertThat(run.store().read(Tables.RUN_CASES).where(col("repeat").equalTo(0)).count())
        .isEqualTo(15);
    assertThat(run.store().read(Tables.RUN_CASES).count()).isEqualTo(15);
    isTheSameAsASuite(run);
  }

  private static String template(Run run, String question) {
    return RowValues.<String, String>map(question(run, question), "attributes").get("sql_template");
  }

  private static <T> T told(ByteArrayOutputStream errors, Supplier<T> work) {
    PrintStream before = System.err;
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      return work.get();
    } finally {
      System.setErr(before);
    }
  }

  /** The exported file gives the same cases in the same groups. */
  private void isTheSameAsASuite(Run made) {
    Run read =
        TestRun.of(
            directory.resolve("other"),
            "tests",
            "tests.sources=[{ path = \"" + directory.resolve("suite.jsonl") + "\", name = bank }]");
    new dev.assay.jobs.suites.Tests().run(read);
    assertThat(keys(read)).isEqualTo(keys(made));
  }

  private static List<String> keys(Run run) {
    return run
        .store()
        .read(Tables.TEST_CASES)
        .selectExpr("concat_ws(' ', case_id, group_id, answerable, to_json(facts)) AS key")
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("key"))
        .sorted()
        .toList();
  }

  @Test
  void aLostDatabaseLosesNothingAndChangedRowsAreAskedAnew() throws Exception {
    new Grammar().run(run());
    List<String> first = cases(run());
    // Without a corpus the database's word counts.
    assertThat(question(run(), "Who advises Ann Lee?").<Boolean>getAs("answerable")).isTrue();
    new Grammar().run(run());
    assertThat(cases(run())).isEqualTo(first);
    database("UPDATE client SET adviser = 'Ida Poe' WHERE id = 2");
    new Grammar().run(run());
    assertThat(question(run(), "Who advises Ann Lee?").<String>getAs("expected_answer"))
        .isEqualTo("Max Orr");
    assertThat(
            run()
                .store()
                .read(Tables.TEST_CASES)
                .where(col("question").equalTo("Who advises Bob Ray?"))
                .count())
        .isEqualTo(2);
    assertThat(run().store().read(Tables.RUN_CASES).count()).isEqualTo(15);
    Files.delete(directory.resolve("bank.db"));
    assertThatThrownBy(() -> new Grammar().run(run())).isInstanceOf(StageException.class);
  }

  private static List<String> cases(Run run) {
    return run.store().read(Tables.TEST_CASES).select("case_id").collectAsList().stream()
        .map(row -> row.<String>getAs("case_id"))
        .sorted()
        .toList();
  }

  private static void chunk(Run run, String document, String text) {
    Row row =
        NamedRow.of(Tables.CHUNKS)
            .set("chunk_id", Hashes.sha256(text))
            .set("doc_id", document)
            .set("position", 0)
            .set("start", 0)
            .set("end", text.length())
            .set("text", text)
            .set("n_tokens", 20)
            .set("n_sentences", 1)
            .build();
    run.store()
        .append(Tables.CHUNKS, run.spark().createDataFrame(List.of(row), Tables.CHUNKS.schema()));
  }
}
