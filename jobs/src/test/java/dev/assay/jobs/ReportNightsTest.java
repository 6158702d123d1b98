package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.report.SampleStore;
import dev.assay.report.evidence.EvidencePack;
import dev.assay.report.evidence.Snapshot;
import dev.assay.report.evidence.Statement;
import dev.assay.report.export.Export;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.tables.Views;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What other programs read of a store in which a second night has all the rows of the first. */
@Tag("slow")
class ReportNightsTest {
  private static final Path DASHBOARDS = Path.of("../dashboards");
  private static final String SCHEMA = "report_nights";
  private static final String SECOND = "2026-11-26";
  private static final String QUEUED =
      """
      {"case_id":"case0","system":"dense","repeat":0,"dimension":"tone","priority":1.0,"labelling_probability":1.0,"why":"new"}\
      """;
  private static final String CALL =
      """
      {"call_hash":"%s","purpose":"judge","endpoint":"gpt","model":"m","prompt":"p","sample":0,"status":"ok","attempts":1,"called_at":"2026-01-02T03:04:05Z"}\
      """;

  @TempDir static Path home;
  private static SampleStore sample;
  private static Store second;
  private static Map<String, String> before;

  @BeforeAll
  static void nights() throws IOException {
    sample = SampleStore.full(home, "store.schema=" + SCHEMA);
    Store first = sample.store();
    JsonRows.append(first, Tables.REVIEW_QUEUE, List.of(QUEUED));
    JsonRows.append(first, Tables.LLM_CALLS, List.of(CALL.formatted("one")));
    before = written(first, "before");

    second = new Store(SharedSpark.session(), sample.config().store(), SECOND);
    for (Table table :
        List.of(
            Tables.RESPONSES,
            Tables.SCORES,
            Tables.SENTENCE_SCORES,
            Tables.LABELS,
            Tables.DECISIONS,
            Tables.REVIEW_QUEUE)) {
      second.append(table, first.read(table).localCheckpoint());
    }
    JsonRows.append(second, Tables.LLM_CALLS, List.of(CALL.formatted("two")));
    copied(Tables.RUN_CASES, "run_id", Map.of());
    Column ended = expr("ended_at + INTERVAL 1 DAY");
    copied(Tables.RUNS, "run_id", Map.of("ended_at", ended, Table.NIGHT, lit(SECOND)));
    copied(Tables.ANSWER_COUNTS, "run_id", Map.of());
    copied(Tables.LEADERBOARD, "run_id", Map.of("human_estimate", lit(0.515)));
    Column later = expr("fitted_at + INTERVAL 1 DAY");
    copied(Tables.CALIBRATIONS, "calibration_id", Map.of("fitted_at", later, "auroc", lit(0.737)));
    copied(Tables.GUARANTEES, "calibration_id", Map.of("fitted_at", later, "share", lit(0.313)));
  }

  /** Decisions of the newest night alone: as many as one night has. */
  @Test
  void aDashboardCountsTheNewestNightAndNamesTheOthers() throws IOException {
    new Views(SharedSpark.session(), sample.store(), sample.config().store()).create();
    long decisions = second.read(Tables.DECISIONS).count();
    Set<String> ran = new HashSet<>(); // Two of the dashboards have most queries in common.
    for (List<String> queries : List.of(databricks(), grafana(), superset())) {
      assertThat(queries)
          .hasSizeGreaterThan(10)
          .filteredOn(ran::add)
          .allSatisfy(query -> rows(query).count());
      assertThat(sum(queries, "'accept'", "sum(answers)")).isEqualTo(decisions);
      assertThat(sum(queries, "review_queue", "sum(waiting)")).isOne();
      for (String view : List.of("v_cost", "v_calibration_curve WHERE slice = 'all' ORDER")) {
        assertThat(rows(one(queries, view)).groupBy("run_key").count().count())
            .as(view)
            .isEqualTo(2);
      }
      Dataset<Row> curves = rows(one(queries, "AS calibration"));
      assertThat(curves.groupBy("calibration", "score").count().where("count > 1").isEmpty())
          .isTrue();
      assertThat(curves.where(col("calibration").endsWith(SECOND)).count())
          .isEqualTo(curves.count() / 2);
    }
  }

  @Test
  void anEarlierNightsEvidenceAndExportStayWhatTheyWere() throws IOException {
    assertThat(before).hasSizeGreaterThan(15);
    assertThat(before.get("4-results.md")).contains("| dense | correctness | 0.95 |");
    assertThat(before.get("court.csv")).doesNotContain("0.737");
    Map<String, String> after = written(sample.store(), "after");
    assertThat(after).hasSameSizeAs(before);
    before.forEach((file, text) -> assertThat(after.get(file)).as(file).isEqualTo(text));
    assertThat(new EvidencePack(second, sample.config(), home.resolve("after")).verify())
        .as("the pack says of which night it is")
        .isEmpty();
  }

  @Test
  void aLaterNightsEvidenceIsItsOwn() {
    Snapshot snapshot =
        new Snapshot(SharedSpark.session(), sample.config().store(), SECOND, Snapshot.now(second));
    for (var said :
        Map.of(
                "SELECT DISTINCT human_estimate FROM v_leaderboard",
                "[0.515]",
                "SELECT DISTINCT auroc FROM v_calibration_curve",
                "[0.737]",
                "SELECT DISTINCT share FROM v_guarantees",
                "[0.313]",
                "SELECT DISTINCT run_key FROM v_cost",
                "[" + SECOND + "]",
                "SELECT count(*) FROM runs WHERE stage = 'analyze'",
                "[2]")
            .entrySet()) {
      assertThat(snapshot.rows(new Statement("one", said.getKey()), Map.of(), 9).rows())
          .as(said.getKey())
          .extracting(Row::toString)
          .containsExactly(said.getValue());
    }
  }

  /** The rows of the first night once more, in the second, under ids of their own. */
  private static void copied(Table table, String id, Map<String, Column> others) {
    // Of the runs those that say which answers they cover.
    Dataset<Row> rows =
        sample
            .store()
            .read(table)
            .where(col(id).notEqual("run-ingest"))
            .withColumn(id, concat(col(id), lit("-2")));
    second.append(table, rows.withColumns(others).localCheckpoint());
  }

  /** All that an export and a pack say, by file, but for the versions of tables. */
  private static Map<String, String> written(Store store, String name) throws IOException {
    Path directory = home.resolve(name);
    new Export(store, sample.config()).write(directory, List.of());
    new EvidencePack(store, sample.config(), directory).write(Instant.EPOCH, "1");
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(directory)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.toString().endsWith(".json")) {
          files.put(
              file.getFileName().toString(),
              Files.readString(file).replaceAll("version \\d+", "a version"));
        }
      }
    }
    return files;
  }

  private static long sum(List<String> queries, String view, String what) {
    return rows(one(queries, view)).selectExpr(what).head().getLong(0);
  }

  private static String one(List<String> queries, String part) {
    return queries.stream().filter(query -> query.contains(part)).findFirst().orElseThrow();
  }

  private static Dataset<Row> rows(String sql) {
    return SharedSpark.session()
        .sql(
            sql.replace(" assay.", " " + SCHEMA + ".")
                .replace("${run:sqlstring}", "'" + sample.config().run().name() + "'"));
  }

  private static List<String> databricks() throws IOException {
    List<String> queries = new ArrayList<>();
    json(DASHBOARDS.resolve("assay.lvdash.json"))
        .get("datasets")
        .forEach(dataset -> queries.add(dataset.get("queryLines").get(0).asText()));
    return queries;
  }

  private static List<String> grafana() throws IOException {
    return json(DASHBOARDS.resolve("grafana.json")).findValuesAsText("rawSqlQuery");
  }

  private static List<String> superset() throws IOException {
    List<String> queries = new ArrayList<>();
    try (Stream<Path> files = Files.list(DASHBOARDS.resolve("superset/datasets/Assay"))) {
      for (Path file : files.toList()) {
        queries.add(json(file).get("sql").asText()); // YAML, as JSON.
      }
    }
    return queries;
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }
}
