package dev.assay.jobs.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.grammar.database.ColumnType;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseSchema;
import dev.assay.jobs.Commands;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Delta tables and a view as a database. */
class TableCopyTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path folder;

  @BeforeEach
  void lake() {
    client("1, 'Ada', date'1980-01-02', true", "2, 'Ben', date'1990-03-04', false");
    SPARK
        .sql(
            "SELECT * FROM VALUES (10, 1, cast(1200.5 AS decimal(12,2)), array('a')), (11, 2,"
                + " cast(7 AS decimal(12,2)), array('b')), (12, 1, NULL, NULL)"
                + " AS t(account_id, client_id, balance, tags)")
        .createOrReplaceTempView("grammar_accounts");
  }

  private void client(String... rows) {
    SPARK
        .sql(
            "SELECT * FROM VALUES ("
                + String.join("), (", rows)
                + ") AS t(client_id, name, born, active)")
        .repartition(2)
        .write()
        .format("delta")
        .mode("append")
        .save(folder.resolve("client").toString());
  }

  private ConfigLoader loader(String... more) {
    ConfigLoader loader =
        ConfigLoader.defaults()
            .set("store.path=" + folder.resolve("store"))
            .set("grammar.templates=\"" + folder.resolve("templates.yaml") + "\"")
            .set("grammar.database.copy=\"" + folder.resolve("copies") + "\"")
            .set(
                "grammar.database.tables={ client { path = \""
                    + folder.resolve("client")
                    + "\", primary-key = [client_id] }, account { table = grammar_accounts,"
                    + " foreign-keys { client_id = client.client_id } } }");
    for (String setting : more) {
      loader = loader.set(setting);
    }
    return loader;
  }

  private List<String> copies() throws Exception {
    try (var files = Files.list(folder.resolve("copies"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private String templates(ConfigLoader loader) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(out, true, StandardCharsets.UTF_8);
    Session session = new Session(SPARK, loader.load(), null, Set.of(), Map.of(), to);
    new SchemaCommand().run(session);
    new TemplatesCommand().run(session);
    new CheckCommand().run(session);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void deltaTablesBecomeQuestionsAndAreCopiedOnlyWhenTheyMoved() throws Exception {
    String said = templates(loader());
    assertThat(said).contains("account (client_id) -> client (client_id)").contains("0 refused");
    assertThat(copies()).hasSize(1);
    Map<String, Long> counts = Commands.run(SPARK, loader().load(), "grammar").values();
    assertThat(counts.get("test cases")).isPositive();
    assertThat(copies()).hasSize(1);
    List<String> questions =
        new Store(SPARK, loader().load().config().store())
            .read(Tables.TEST_CASES)
            .selectExpr("concat(question, ' = ', coalesce(expected_answer, 'NULL'))")
            .as(Encoders.STRING())
            .collectAsList();
    assertThat(questions)
        .contains("What is the date on which the client Ben was born? = 1990-03-04")
        .anyMatch(question -> question.contains("client Ben") && question.endsWith(" = 7"));

    client("3, 'Cy', date'1970-01-01', true");
    templates(loader());
    assertThat(copies()).hasSize(2);
    SPARK
        .sql("SELECT 10 AS account_id, 1 AS client_id, 5 AS balance")
        .createOrReplaceTempView("grammar_accounts");
    templates(loader());
    assertThat(copies()).hasSize(3);
  }

  @Test
  void typesAndWhatIsNoValueAreTold() {
    try (Database database = Source.open(SPARK, loader().load().config().grammar())) {
      DatabaseSchema schema = database.schema();
      assertThat(schema.column("client", "born").orElseThrow().type()).isEqualTo(ColumnType.DATE);
      assertThat(schema.column("client", "active").orElseThrow().type())
          .isEqualTo(ColumnType.BOOLEAN);
      assertThat(schema.column("account", "balance").orElseThrow().type())
          .isEqualTo(ColumnType.NUMBER);
      assertThat(schema.column("account", "tags").orElseThrow().leftOut())
          .hasValueSatisfying(why -> assertThat(why).contains("is no text, number, date"));
      assertThat(
              database.rows("SELECT name, born FROM client ORDER BY client_id", List.of()).rows())
          .containsExactly(List.of("Ada", "1980-01-02"), List.of("Ben", "1990-03-04"));
    }
  }

  @Test
  void whatCannotBeCopiedIsTold() throws Exception {
    for (Map.Entry<String, String> wrong :
        Map.of(
                "grammar.database.max-table-rows=1", "has 3 rows, more than",
                "grammar.database.tables.client.primary-key=[clientid]",
                    "'clientid' is no column of it",
                "grammar.database.tables.client.primary-key=[active, nothing]",
                    "'nothing' is no column of it",
                "grammar.database.tables.account.primary-key=[client_id]", "is its primary-key",
                "grammar.database.tables.account.foreign-keys.client_id=klient.client_id",
                    "is no column of a table under grammar.database.tables",
                "grammar.database.tables.client.path=/nowhere", "cannot be read as a Delta table")
            .entrySet()) {
      assertThatThrownBy(
              () -> Source.open(SPARK, loader(wrong.getKey()).load().config().grammar()).close())
          .as(wrong.getKey())
          .isInstanceOf(StageException.class)
          .hasMessageContaining(wrong.getValue());
    }
    assertThat(Files.exists(folder.resolve("copies")) ? copies() : List.of()).isEmpty();
  }
}
