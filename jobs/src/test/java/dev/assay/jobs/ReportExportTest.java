package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other programs read of a store: the exports of the page, and the dashboards' queries. */
@Tag("slow")
class ReportExportTest {
  private static final Path DASHBOARDS = Path.of("../dashboards");
  private static final String SCHEMA = "report_export";
  private static final String PROBLEM =
      """
      {"run_id":"run-analyze","id":"p-formula","severity":"high","metric":"m.m","evaluator":"m","system":"dense","description":"=HYPERLINK(\\"http://x\\") | <img src=x> [a](b)","attributes":{},"action":"-1","case_ids":["case0","case1"]}\
      """;

  /** Chance explains the one; of the other nobody knows. */
  private static final List<String> NOT_WEAK =
      List.of(
          """
          {"run_id":"run-analyze","system":"faulty","metric":"m.m","conditions":"stratum_id=3","estimate":0.5,"n":12,"difference":-0.1,"p_adjusted":0.3,"exemplar_case_ids":[]}\
          """,
          """
          {"run_id":"run-analyze","system":"faulty","metric":"m.m","conditions":"stratum_id=4","estimate":0.5,"n":12,"difference":-0.1,"exemplar_case_ids":[]}\
          """);

  @TempDir static Path home;
  private static SampleStore sample;

  @BeforeAll
  static void store() {
    sample = SampleStore.full(home, "store.schema=" + SCHEMA);
    JsonRows.append(sample.store(), Tables.PROBLEMS, List.of(PROBLEM));
    JsonRows.append(sample.store(), Tables.WEAKNESSES, NOT_WEAK);
  }

  @Test
  void thePagesTablesAreFilesOfCsvAndMarkdown() throws IOException {
    Path directory = home.resolve("export");
    assertThat(run(Map.of("--export", directory.toString()))).contains("9 files in " + directory);
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files)
          .as("'forget' knows them")
          .hasSize(9)
          .allMatch(
              file ->
                  new Copies(sample.store(), sample.config())
                      .all().copies().stream()
                          .filter(copy -> copy.command().equals("report --export"))
                          .anyMatch(copy -> copy.files().contains("file:" + file)));
    }
    // Of resources/stores/report/full: leaderboard.jsonl, calibrations.jsonl, decisions.jsonl.
    assertThat(lines(directory, "people.csv"))
        .startsWith("\"system\",\"dimension\",\"estimate\",\"low\",\"high\",\"answers\"")
        .contains("\"dense\",\"correctness\",0.95,0.92,0.97,60,60,70");
    assertThat(Files.readAllLines(directory.resolve("leaderboard.csv")))
        .contains(
            "\"hallucination\",\"groundedness.groundedness_mean\",\"dense\",\"all\",0.88,0.84,0.92,60,60,0,,,1,,,\"ok\"");
    assertThat(lines(directory, "court.csv"))
        .contains("the lower end of its AUROC, 0.41, is under 0.60");
    assertThat(lines(directory, "decisions.csv"))
        .contains("\"faulty\",\"correctness\",\"groundedness.groundedness_mean\",");
    assertThat(lines(directory, "weaknesses.csv"))
        .contains("\"faulty\"", "\"stratum_id=2\"")
        .doesNotContain("stratum_id=3", "stratum_id=4");
    assertThat(lines(directory, "problems.csv"))
        .contains("\"'=HYPERLINK(\"\"http://x\"\") | <img src=x> [a](b)\",\"'-1\",2,");
    assertThat(lines(directory, "robustness.csv").lines()).hasSize(1);

    String text = lines(directory, "report.md");
    assertThat(text)
        .startsWith("# ")
        .contains("- dense is better than faulty by 25 (17 to 33) percentage points")
        .contains("=HYPERLINK(\"http&#58;//x\") \\| &lt;img src=x> \\[a\\](b)")
        .contains("The first 50 of 60 rows; problems.csv has all.")
        .contains("No perturbed question was asked.")
        .doesNotContain("<script", "<img", "\u202b", "\u2028");
  }

  @Test
  void anExportIsNoPackAndNeedsADirectory() {
    assertThatThrownBy(() -> run(Map.of("--export", "a", "--evidence", "b")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("two commands");
    assertThatThrownBy(() -> run(Map.of("--export", "s3://bucket/a")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--export takes a directory of this machine");
    Path file = home.resolve("a file");
    assertThatThrownBy(() -> run(Map.of("--export", Files.writeString(file, "").toString())))
        .isInstanceOf(StageException.class)
        .hasMessageContaining("Cannot write '" + file.resolve("people.csv") + "'");
    ConfigLoader.Loaded other =
        ConfigLoader.defaults()
            .set("store.path=" + home.resolve("store"))
            .set("run.name=asay")
            .load();
    for (String option : List.of("--export", "--evidence")) {
      assertThatThrownBy(() -> run(other, Map.of(option, home.resolve("none").toString())))
          .isInstanceOf(StageException.class)
          .hasMessageContaining("No answers of run.name = 'asay' are in store");
    }
    assertThat(home.resolve("none")).doesNotExist();
  }

  @Test
  void everyQueryOfADashboardRunsAndHasTheColumnsThatAreShown() throws IOException {
    new Views(SharedSpark.session(), sample.store(), sample.config().store()).create();
    Map<String, Dataset<Row>> ran = new HashMap<>();

    JsonNode databricks = json("assay.lvdash.json");
    for (JsonNode dataset : databricks.get("datasets")) {
      rows(ran, dataset.get("queryLines").get(0).asText());
    }
    for (JsonNode widget : databricks.findValues("query")) {
      String sql = "";
      for (JsonNode dataset : databricks.get("datasets")) {
        if (dataset.get("name").equals(widget.get("datasetName"))) {
          sql = dataset.get("queryLines").get(0).asText();
        }
      }
      List<String> columns = List.of(rows(ran, sql).columns());
      assertThat(widget.get("fields"))
          .extracting(field -> field.get("expression").asText())
          .filteredOn(expression -> !expression.contains("associative_filter"))
          .allSatisfy(
              expression ->
                  assertThat(columns).contains(expression.replaceAll(".*`(.*)`.*", "$1")));
    }

    JsonNode grafana = json("grafana.json");
    List<String> queries = grafana.findValuesAsText("rawSqlQuery");
    // That of the variable is a text of its own.
    assertThat(queries).hasSize(databricks.get("datasets").size() - 1);
    queries.forEach(sql -> rows(ran, sql));
    String runs = grafana.at("/templating/list/0/query").asText();
    assertThat(rows(ran, runs).columns()).containsExactly("run");
    assertThat(ran).doesNotContainKey("");

    try (Stream<Path> files = Files.list(DASHBOARDS.resolve("superset/datasets/Assay"))) {
      for (Path file : files.toList()) {
        JsonNode dataset = json("superset/datasets/Assay/" + file.getFileName()); // YAML, as JSON.
        assertThat(StreamSupport.stream(dataset.get("columns").spliterator(), false))
            .extracting(column -> column.get("column_name").asText())
            .as(file.toString())
            .containsExactly(rows(ran, dataset.get("sql").asText()).columns());
      }
    }
    // The store has rows for these; the others are shown to be empty tables.
    assertThat(ran.entrySet().stream().filter(one -> !one.getValue().isEmpty()).count())
        .isGreaterThan(ran.size() / 2);
  }

  /** The rows of a query, which is run once. */
  private static Dataset<Row> rows(Map<String, Dataset<Row>> ran, String sql) {
    return ran.computeIfAbsent(
        sql,
        one ->
            SharedSpark.session()
                .sql(
                    one.replace(" assay.", " " + SCHEMA + ".")
                        .replace("${run:sqlstring}", "'" + sample.config().run().name() + "'"))
                .localCheckpoint());
  }

  private static JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(DASHBOARDS.resolve(name).toFile());
  }

  private static String lines(Path directory, String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  private static String run(Map<String, String> texts) {
    return run(sample.loaded(), texts);
  }

  private static String run(ConfigLoader.Loaded loaded, Map<String, String> texts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Runner runner =
        new Runner(SharedSpark.session(), loaded.config(), loaded.rendered(), loaded.hash());
    new ReportCommand(new OneStage(new Report()))
        .run(
            new Session(
                SharedSpark.session(),
                loaded,
                runner,
                Set.of(),
                Map.of(),
                texts,
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }
}
