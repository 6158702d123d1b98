package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two views of checks that pass or fail, and of what was paid. */
class BooleanAndCostViewsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir static Path home;

  @BeforeAll
  static void store() {
    SampleStore sample = SampleStore.empty(home, "store.schema=views_checks");
    Store store = sample.store();
    JsonRows.append(
        store,
        Tables.RUNS,
        List.of(run("old", "2026-01-01"), run("new", "2026-01-02"), run("failed", "2026-01-03")));
    List<String> cells = new ArrayList<>();
    cells.add(cell("old", "valid_json.valid_json", .1));
    cells.add(cell("failed", "valid_json.valid_json", .2));
    cells.add(cell("new", "valid_json.valid_json", .7));
    cells.add(cell("new", "pii_leakage.no_pii", .8));
    cells.add(cell("new", "pii_leakage.retrieval_failures", .05));
    // One that counts failures alone.
    cells.add(cell("new", "fact_check.failures", .25));
    cells.add(cell("new", "text_matching.passes", .9));
    cells.add(cell("new", "text_matching.parse_failures", .01));
    cells.add(cell("new", "rouge.rouge_l", .5));
    JsonRows.append(store, Tables.LEADERBOARD, cells);
    JsonRows.append(
        store,
        Tables.LLM_CALLS,
        List.of(
            call("1", "judge", "ok", "0.25", "100"),
            call("2", "judge", "ok", "0.5", "200"),
            call("3", "judge", "timeout", "null", "null"),
            call("4", "answer", "ok", "null", "null")));
    JsonRows.append(
        store,
        Tables.RESPONSES,
        List.of(response("c1", "ok", "0.125"), response("c2", "ok", "null")));
    new Views(SPARK, store, sample.config().store()).create();
  }

  private static String run(String id, String day) {
    return """
    {"run_id":"%s","name":"assay","stage":"analyze","config":"{}","config_hash":"c","code_version":"1","table_versions":{},"started_at":"%sT00:00:00Z","ended_at":"%sT00:01:00Z","status":"%s","counts":{}}"""
        .formatted(id, day, day, id.equals("failed") ? "failed" : "done");
  }

  private static String cell(String run, String metric, double estimate) {
    return """
    {"run_id":"%s","system":"s","slice":"all","metric":"%s","dimension":"","validation_dimension":"other","estimate":%s,"ci_low":%s,"ci_high":%s,"ci_method":"bootstrap","n":60,"n_groups":60,"n_missing":0,"rank":1,"status":"ok"}"""
        .formatted(run, metric, estimate, estimate / 2, (1 + estimate) / 2);
  }

  private static String call(String hash, String purpose, String status, String cost, String ms) {
    return """
    {"call_hash":"%s","purpose":"%s","endpoint":"e","model":"m","prompt":"p","sample":0,"cost":%s,"input_tokens":10,"latency_ms":%s,"attempts":1,"status":"%s","called_at":"2026-01-02T03:04:0%sZ"}"""
        .formatted(hash, purpose, cost, ms, status, hash);
  }

  private static String response(String id, String status, String cost) {
    return """
    {"case_id":"%s","system":"s","repeat":0,"answer":"a","contexts":[],"status":"%s","answered_at":"2026-01-02T03:04:05Z","fingerprint":"f","attributes":{},"cost":%s}"""
        .formatted(id, status, cost);
  }

  @Test
  void everyEvaluatorThatPassesOrFailsIsThereOfTheNewestFinishedRun() {
    List<Row> rows =
        SPARK
            .sql(
                "SELECT evaluator, pass, pass_rate, pass_low, pass_high, failure_rate,"
                    + " retrieval_failure_rate, parse_failure_rate FROM"
                    + " views_checks.v_leaderboard_boolean ORDER BY evaluator")
            .collectAsList();
    assertThat(rows)
        .extracting(row -> row.<String>getAs("evaluator"))
        .containsExactly("fact_check", "pii_leakage", "text_matching", "valid_json");
    assertThat(rows)
        .extracting(row -> row.<String>getAs("pass"))
        .containsExactly(
            "1 - fact_check.failures",
            "pii_leakage.no_pii",
            "text_matching.passes",
            "valid_json.valid_json");
    // 1 - 0.25; its interval 0.125 to 0.625 turned round.
    assertThat(rows.get(0).<Double>getAs("pass_rate")).isCloseTo(.75, within(1e-12));
    assertThat(rows.get(0).<Double>getAs("pass_low")).isCloseTo(.375, within(1e-12));
    assertThat(rows.get(0).<Double>getAs("pass_high")).isCloseTo(.875, within(1e-12));
    assertThat(rows.get(0).<Double>getAs("failure_rate")).isEqualTo(.25);
    assertThat(rows.get(1).<Double>getAs("pass_rate")).isEqualTo(.8);
    assertThat(rows.get(1).<Double>getAs("retrieval_failure_rate")).isEqualTo(.05);
    assertThat(rows.get(1).<Double>getAs("failure_rate")).as("not measured is no 0").isNull();
    assertThat(rows.get(2).<Double>getAs("parse_failure_rate")).isEqualTo(.01);
    assertThat(rows.get(3).<Double>getAs("pass_rate")).as("of run new").isEqualTo(.7);
  }

  @Test
  void everyCallIsCountedAndWhatWasNotReportedIsNull() {
    List<Row> calls =
        SPARK
            .sql(
                "SELECT purpose, status, answers, cost, input_tokens, output_tokens,"
                    + " mean_latency_ms, median_latency_ms, p95_latency_ms FROM"
                    + " views_checks.v_cost WHERE kind = 'calls'"
                    + " ORDER BY purpose, status")
            .collectAsList();
    assertThat(calls)
        .extracting(row -> row.getAs("purpose") + " " + row.getAs("status"))
        .containsExactly("answer ok", "judge ok", "judge timeout");
    assertThat(calls).extracting(row -> row.<Long>getAs("answers")).containsExactly(1L, 2L, 1L);
    assertThat(calls).extracting(row -> row.<Double>getAs("cost")).containsExactly(null, .75, null);
    assertThat(calls.get(1).<Long>getAs("input_tokens")).isEqualTo(20);
    assertThat(calls.get(1).<Long>getAs("output_tokens")).isNull();
    assertThat(calls.get(1).<Double>getAs("mean_latency_ms")).isEqualTo(150);
    // 100 + 0.5 · 100 and 100 + 0.95 · 100.
    assertThat(calls.get(1).<Double>getAs("median_latency_ms")).isEqualTo(150);
    assertThat(calls.get(1).<Double>getAs("p95_latency_ms")).isEqualTo(195);
    assertThat(calls.get(2).<Double>getAs("p95_latency_ms")).isNull();
    Row answers = SPARK.sql("SELECT * FROM views_checks.v_cost WHERE kind = 'answers'").head();
    assertThat(answers.<Long>getAs("answers")).isEqualTo(2);
    assertThat(answers.<Double>getAs("cost")).isEqualTo(.125);
    assertThat(answers.<String>getAs("system")).isEqualTo("s");
  }
}
