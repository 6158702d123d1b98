package dev.assay.jobs.suites;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.Commands;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.xssf.usermodel.XSSFRow;
import org.apache.poi.xssf.usermodel.XSSFSheet;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files that Ragas, DeepEval and promptfoo wrote (scripts/golden/tool_files.py), and the same
 * questions in every other format, from files to scores.
 */
@Tag("slow")
class ToolSuitesTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final Path FILES = Path.of("src/test/resources/tools").toAbsolutePath();
  private static final String FEE = "What does the gold card cost a year?";

  @TempDir static Path folder;
  private static Store store;

  /** Goldens of three tools as suites, results of three tools as systems with their scores. */
  @BeforeAll
  static void run() throws IOException {
    String table = "question,product,expected_answer\n" + FEE + ",cards,80 euros\n";
    Files.writeString(folder.resolve("own.csv"), table);
    Files.writeString(folder.resolve("tabs.tsv"), table.replace(',', '\t'));
    sheet(table, folder.resolve("sheet.xlsx"));
    Dataset<Row> columns =
        SPARK
            .createDataset(List.of(FEE + ",cards,80 euros"), Encoders.STRING())
            .selectExpr("split(value, ',') AS v")
            .selectExpr("v[0] AS question", "v[1] AS product", "v[2] AS expected_answer");
    columns.write().parquet(at("columns.parquet"));
    columns.write().format("delta").save(at("table"));
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults()
            .file(
                Files.writeString(
                    folder.resolve("my.conf"),
                    """
                    store.path = "%2$s/store"
                    tests.sources = [
                      { path = "%1$s/ragas-testset.jsonl", preset = ragas }
                      { path = "%1$s/ragas.parquet", preset = ragas, name = samples }
                      { path = "%1$s/ragas-turns.jsonl", preset = ragas }
                      { path = "%1$s/deepeval.json", preset = deepeval }
                      { path = "%1$s/deepeval-turns.json", preset = deepeval }
                      { path = "%1$s/promptfoo.yaml", preset = promptfoo }
                      { path = "%2$s/own.csv" }, { path = "%2$s/tabs.tsv" }, { path = "%2$s/sheet.xlsx" }
                      { path = "%2$s/columns.parquet" }, { path = "%2$s/table", format = delta }
                    ]
                    systems.ragas { kind = table, path = "%1$s/ragas-scores.csv", preset = ragas
                      score-columns { exact { column = exact_match }, similar { column = non_llm_string_similarity } } }
                    systems.deepeval { kind = table, path = "%1$s/deepeval-answers.json", preset = deepeval }
                    systems.foo { kind = table, path = "%1$s/promptfoo-output.json", preset = promptfoo
                      score-columns { graded { column = score } } }
                    systems.two { kind = table, path = "%1$s/promptfoo-output.csv", preset = promptfoo
                      score-columns { graded { column = score } } }
                    systems.talk { kind = table, path = "%1$s/ragas-turns.jsonl", preset = ragas }
                    evaluate.evaluators = [token_f1, text_matching]
                    evaluate.parameters.text_matching.evaluate_retrieved_context = false
                    """
                        .formatted(FILES, folder)))
            .load();
    assertThat(Commands.run(SPARK, loaded, "tests").values())
        .containsEntry("suites", 11L)
        // Four files of three questions, two conversations, five of one question.
        .containsEntry("test cases", 4L * 3 + 2 + 5)
        .containsEntry("records rejected", 0L);
    assertThat(Commands.run(SPARK, loaded, "answer").values())
        // Of five systems, two of them in one table: three questions in four suites, one of them in
        // five more. Of one: the last answer of a conversation.
        .containsEntry("answers to suites", 5L * (4 * 3 + 5) + 1)
        .containsEntry("records rejected", 0L);
    // Scores stand beside one file's answers each: three of Ragas' and promptfoo's own systems.
    assertThat(Commands.run(SPARK, loaded, "evaluate").values())
        .containsEntry("given scores rejected", 0L);
    store = new Store(SPARK, loaded.config().store());
    assertThat(store.read(Tables.REJECTED).isEmpty()).isTrue();
  }

  private static String at(String name) {
    return folder.resolve(name).toString();
  }

  private static void sheet(String table, Path to) throws IOException {
    try (XSSFWorkbook book = new XSSFWorkbook();
        OutputStream out = Files.newOutputStream(to)) {
      XSSFSheet sheet = book.createSheet("golden");
      for (String line : table.split("\n")) {
        XSSFRow row = sheet.createRow(sheet.getPhysicalNumberOfRows());
        for (String value : line.split(",")) {
          row.createCell(row.getPhysicalNumberOfCells()).setCellValue(value);
        }
      }
      book.write(out);
    }
  }

  @Test
  void everyFormatHasTheSameCase() {
    List<Row> rows =
        store
            .read(Tables.TEST_CASES)
            .where(col("suite").isin("own", "tabs", "sheet", "columns", "table"))
            .selectExpr("question", "expected_answer", "attributes['product'] AS product")
            .distinct()
            .collectAsList();
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).<String>getAs("question")).isEqualTo(FEE);
    assertThat(rows.get(0).<String>getAs("expected_answer")).isEqualTo("80 euros");
    assertThat(rows.get(0).<String>getAs("product")).isEqualTo("cards");
    assertThat(new CheckTables(store).violations()).isEmpty();
  }

  /** Ragas gave 1, 1 and 0; promptfoo's `echo` fails all but one of the two assertions of loans. */
  @Test
  void toolsScoresAreMetricsOfTheirSystems() {
    assertThat(values("given.exact", FEE)).containsExactly("ragas 1.0");
    assertThat(values("given.exact", "Who approves loans above 50,000 euros?"))
        .containsExactly("ragas 0.0");
    assertThat(values("given.graded", "Who approves loans above 50,000 euros?"))
        .containsExactly("echo 0.5", "first 0.5", "second 0.5");
    assertThat(values("given.graded", FEE)).containsExactly("echo 0.0", "first 0.0", "second 0.0");
  }

  /** The assertion asks for "Twelve months", which the answers of two tools' files say. */
  @Test
  void assertionsOfPromptfooHoldAnswersOfOtherTools() {
    assertThat(values("text_matching.passes", "How long is the fixed term of the savings account?"))
        .containsExactly("deepeval 1.0", "echo 0.0", "first 0.0", "ragas 1.0", "second 0.0");
    assertThat(values("token_f1.token_f1", FEE, "suite = 'promptfoo'"))
        .hasSize(5)
        .contains("deepeval 1.0", "ragas 1.0");
    Row told =
        store
            .read(Tables.RESPONSES)
            .where("system = 'deepeval' AND input_tokens = 20 AND cost = 0.002")
            .head();
    assertThat(told.<Long>getAs("output_tokens")).isEqualTo(5);
  }

  /** As the suite has it, since both files bring the turns before the question. */
  @Test
  void aRecordedConversationAnswersTheSuitesCase() {
    Row row =
        store
            .read(Tables.RESPONSES)
            .where("system = 'talk'")
            .join(store.read(Tables.TEST_CASES), "case_id")
            .head();
    assertThat(row.<String>getAs("suite")).isEqualTo("ragas-turns");
    assertThat(row.<String>getAs("question")).isEqualTo("And its fee?");
    assertThat(row.<String>getAs("answer")).isEqualTo("80 euros.");
    assertThat(row.getList(row.fieldIndex("messages"))).hasSize(2);
  }

  private static List<String> values(String metric, String question, String... where) {
    return store
        .read(Tables.SCORES)
        .where(col("metric").equalTo(metric).and(col("value").isNotNull()))
        .join(store.read(Tables.TEST_CASES).where(where.length == 0 ? "true" : where[0]), "case_id")
        .where(col("question").equalTo(question))
        .select("system", "value")
        .distinct()
        .orderBy("system")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0) + " " + row.getDouble(1))
        .toList();
  }
}
