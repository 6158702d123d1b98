package dev.assay.jobs.analysis;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conformal.CalibrationStatus;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.RowValues;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String GROUNDED = "groundedness.groundedness";
  private static final String PII = "pii_leakage.no_pii";

  @TempDir static Path dir;
  private static Run full;

  @BeforeAll
  static void store() {
    full = run("full");
  }

  /**
   * Case k with twins t1 and t2, systems a and b. Of a both twins flip, one each way of the two
   * systems: k passes, t1 and t2 fail. Of b k fails, t1 passes, t2 has no value.
   */
  @Test
  void twinsThatFlipAreOneProblemOfASystemAndPerturbation() {
    List<Row> flips =
        findings(full)
            .problems(covered())
            .where("attributes['kind'] = 'flip'")
            .orderBy("system", "id")
            .collectAsList();
    assertThat(flips)
        .extracting(
            row ->
                "%s %s %s %s"
                    .formatted(
                        row.<String>getAs("system"),
                        row.getList(row.fieldIndex("case_ids")),
                        row.<String>getAs("metric"),
                        row.<String>getAs("severity")))
        .containsExactly(
            "a [t1, k, t2] " + GROUNDED + " high", "b [t1, k] " + GROUNDED + " medium");
    assertThat(flips.get(0).<String>getAs("evaluator")).isEqualTo("groundedness");
    assertThat(flips.get(0).<String>getAs("description"))
        .isEqualTo(
            "System 'a' fails groundedness.groundedness on 2 of 2 answers to twins by typos and"
                + " passes on the cases that they were made from. Furthest: 0.500 after 0.900,"
                + " threshold 0.750, repeat 0 of case t1.");
    assertThat(flips.get(1).<String>getAs("description"))
        .startsWith(
            "System 'b' passes groundedness.groundedness on 1 of 1 answers to twins by typos");
  }

  /** Another answer is right for them, so that they fail says nothing. */
  @Test
  void twinsThatAskSomethingElseAreNoProblem() {
    for (String meaning : List.of("changed", "replaced")) {
      assertThat(flips(meaning, List.of())).as(meaning).isEmpty();
    }
    assertThat(flips("preserved", List.of()))
        .extracting(Finding::severity)
        .containsExactly("high", "medium");
    // Who asks should turn a verdict neither way.
    assertThat(flips("counterfactual", List.of()))
        .extracting(Finding::severity)
        .containsExactly("high", "high");
  }

  /** Two metrics with one cause are one problem that names both. */
  @Test
  void metricsThatLookAtTheSameFlipOnce() {
    List<Finding> found = flips("preserved", List.of("groundedness.other"));
    assertThat(found).hasSize(2);
    assertThat(found.get(0).description())
        .endsWith("Flipped too, and of the same texts: groundedness.other.");
  }

  /** What labels found unfit is a hint, whoever asks; beside a fit metric it is only named. */
  @Test
  void noFlipOfAnUnfitMetricIsHigh() {
    Map<String, Standing> unfit = Map.of(GROUNDED, standing(CalibrationStatus.UNFIT));
    for (String meaning : List.of("preserved", "counterfactual")) {
      assertThat(flips(meaning, List.of(), unfit))
          .hasSize(2)
          .allSatisfy(
              one -> {
                assertThat(one.severity()).isEqualTo("medium");
                assertThat(one.description())
                    .endsWith(
                        " Labels found this metric unfit for 'correct': it is a hint to look, no"
                            + " more.");
              });
    }
    Finding beside = flips("preserved", List.of("groundedness.other"), unfit).get(0);
    assertThat(beside.metric()).isEqualTo("groundedness.other");
    assertThat(beside.severity()).isEqualTo("high");
    assertThat(beside.description())
        .endsWith("Flipped too, and of the same texts: groundedness.groundedness.");
    // Too few labels say nothing of a metric, neither good nor bad.
    assertThat(flips("preserved", List.of(), Map.of(GROUNDED, standing(CalibrationStatus.TOO_FEW))))
        .extracting(Finding::severity)
        .containsExactly("high", "medium");
  }

  /** From the table of calibrations to that of problems; a leak is what it is. */
  @Test
  void whatTheStoreCallsUnfitMakesNoHighProblem() {
    Run unfit = run("unfit");
    add(
        unfit,
        Tables.CALIBRATIONS,
        "SELECT 'c' AS calibration_id, array('groundedness.groundedness') AS metrics, 'correct' AS"
            + " dimension, 'all' AS slice, 'unfit' AS status, timestamp'2026-01-01' AS fitted_at");
    List<Row> problems = findings(unfit).problems(covered()).collectAsList();
    assertThat(problems)
        .filteredOn(row -> List.of("threshold", "flip").contains(kind(row)))
        .hasSize(4)
        .allSatisfy(
            row -> {
              assertThat(row.<String>getAs("severity")).isEqualTo("medium");
              assertThat(row.<String>getAs("description")).contains("unfit for 'correct'");
            });
    assertThat(problems)
        .filteredOn(row -> kind(row).equals("leak"))
        .extracting(row -> row.<String>getAs("severity"))
        .contains("high");
  }

  private static Standing standing(CalibrationStatus status) {
    return new Standing(Map.of("correct", status));
  }

  private static List<Finding> flips(String meaning, List<String> more) {
    return flips(meaning, more, Map.of());
  }

  private static List<Finding> flips(
      String meaning, List<String> more, Map<String, Standing> standings) {
    Dataset<Row> scores =
        full.store().read(Tables.SCORES).where("metric = 'groundedness.groundedness'");
    java.util.Map<String, String> causes = new java.util.TreeMap<>();
    causes.put(GROUNDED, "grounded");
    for (String metric : more) {
      causes.put(metric, "grounded");
      scores =
          scores.unionByName(
              full.store()
                  .read(Tables.SCORES)
                  .where("metric = 'groundedness.groundedness'")
                  .withColumn("metric", functions.lit(metric)));
    }
    return Flips.problems(
        covered()
            .withColumn(
                "attributes",
                functions.map(functions.lit("perturbation_meaning"), functions.lit(meaning))),
        scores,
        causes,
        standings);
  }

  @Test
  void problemsNameMeansLeaksAndMissingSteps() {
    List<Row> problems = findings(full).problems(covered()).orderBy("id").collectAsList();
    assertThat(described(problems, "threshold"))
        .containsExactly(
            "The mean groundedness.groundedness of system 'a' is 0.633, past the threshold 0.750;"
                + " its interval includes it.",
            "The mean groundedness.groundedness of system 'b' is 0.500, past the threshold 0.750,"
                + " and so is its whole interval.");
    // Of a, k passes and t1 and t2 have .5 each; of b, t1 passes and t2 has no value.
    assertThat(problems.stream().filter(r -> kind(r).equals("threshold")).toList())
        .extracting(row -> row.getAs("system") + " " + RowValues.list(row, "case_ids"))
        .containsExactlyInAnyOrder("a [t1, t2]", "b [k]");
    assertThat(described(problems, "missing"))
        .containsExactly(
            "1 of 3 answers of system 'b' have no groundedness.groundedness: the system has no rank"
                + " by it.");
    assertThat(problems.stream().filter(r -> kind(r).equals("missing")).toList())
        .extracting(row -> row.getAs("system") + " " + RowValues.list(row, "case_ids"))
        .containsExactly("b [t2]");
    assertThat(described(problems, "leak"))
        .containsExactly(
            "email of system 'a' by pii_leakage.no_pii: found in the answer in 2 answers.",
            "iban of system 'a' by pii_leakage.no_pii: found in the contexts in 1 answers.");
    assertThat(described(problems, "step"))
        .containsExactly("Step “Bring an identity card.” is missing in 1 answers of system 'b'.");
    assertThat(described(problems, "set_threshold"))
        .containsExactly(
            "questions_drift.questions_drift of all questions is 0.250 over 60, past the threshold"
                + " 0.100.");
    assertThat(problems.stream().filter(r -> kind(r).equals("set_threshold")).toList())
        .extracting(row -> row.<String>getAs("severity"))
        .containsExactly("high");
  }

  @Test
  void insightsNameSystemsHardestCaseAndWeakestSentence() {
    List<Row> insights = findings(full).insights().orderBy("id").collectAsList();
    assertThat(described(insights, "best"))
        .containsExactly(
            "System 'a' has the best mean groundedness.groundedness, 0.633, of 2 systems.");
    assertThat(described(insights, "worst"))
        .containsExactly(
            "System 'b' has the worst mean groundedness.groundedness, 0.500, of 2 systems.");
    assertThat(described(insights, "fastest"))
        .containsExactly("System 'b' is the fastest of 2: 10.0 ms an answer, over 3 answers.");
    assertThat(described(insights, "slowest")).hasSize(1);
    assertThat(described(insights, "cheapest")).as("both are free").isEmpty();
    // t2: a fails it and b has no value, 1 of 1. k: 1 of 2. t1: 1 of 2.
    assertThat(described(insights, "hardest_case"))
        .containsExactly(
            "The hardest case for groundedness.groundedness is “What is the fee?”: 1 of 1 answers"
                + " fail it. Case t2.");
    assertThat(described(insights, "hardest_case_of_all")).hasSize(1);
    assertThat(described(insights, "weakest_sentence"))
        .containsExactlyInAnyOrder(
            "The least grounded sentence of system 'a' by groundedness.groundedness is “It is"
                + " free.”, 0.100. Case t1.",
            "The least grounded sentence of system 'b' by groundedness.groundedness is “It costs"
                + " 5.”, 0.300. Case k.");
    assertThat(described(insights, "drift"))
        .containsExactly(
            "Later questions lie at cosine distance 0.250 from earlier ones, past the threshold"
                + " 0.100, over 60 questions.");
  }

  @Test
  void driftHasTheTestBesideTheDistanceAndWhyThereIsNone() {
    List<Row> rows = findings(full).drift().orderBy("subject").collectAsList();
    assertThat(rows).hasSize(2);
    Row all = rows.get(0);
    assertThat(all.<String>getAs("subject")).isEqualTo("questions");
    assertThat(all.<Double>getAs("value")).isEqualTo(0.25);
    assertThat(all.<Double>getAs("p_value")).isEqualTo(0.005);
    assertThat(all.<Long>getAs("n_before")).isEqualTo(31L);
    assertThat(all.<Long>getAs("n_after")).isEqualTo(29L);
    Row slice = rows.get(1);
    assertThat(slice.<String>getAs("subject")).isEqualTo("questions & query_type=yes_no");
    assertThat(slice.<String>getAs("status")).isEqualTo("not_applicable");
    assertThat(slice.isNullAt(slice.fieldIndex("value"))).isTrue();
    assertThat(slice.isNullAt(slice.fieldIndex("n_before"))).isTrue();
  }

  @Test
  void nothingMeasuredIsNothingFound() {
    Run run = TestRun.of(dir.resolve("empty"), "analyze", "evaluate.evaluators=[groundedness]");
    Findings findings =
        new Findings(
            run,
            covered().limit(0),
            SPARK.createDataFrame(List.<Row>of(), Tables.LEADERBOARD.schema()),
            List.of(),
            List.of());
    assertThat(findings.problems(covered().limit(0)).count()).isZero();
    assertThat(findings.insights().count()).isZero();
    assertThat(findings.drift().count()).isZero();
  }

  private static List<String> described(List<Row> rows, String kind) {
    return rows.stream()
        .filter(row -> kind(row).equals(kind))
        .map(row -> row.<String>getAs("description"))
        .sorted()
        .toList();
  }

  private static String kind(Row row) {
    return row.<String, String>getJavaMap(row.fieldIndex("attributes")).getOrDefault("kind", "");
  }

  private static Run run(String name) {
    Run run =
        TestRun.of(
            dir.resolve(name),
            "analyze",
            "evaluate.evaluators=[groundedness, pii_leakage, step_alignment, questions_drift]");
    add(
        run,
        Tables.RUNS,
        "SELECT 'e' AS run_id, 'assay' AS name, 'evaluate' AS stage, 'done' AS status,"
            + " timestamp'2026-01-01' AS started_at, timestamp'2026-01-01' AS ended_at");
    add(
        run,
        Tables.SCORES,
        "SELECT *, 0.75D AS threshold, value >= 0.75 AS passed, 'groundedness.groundedness' AS"
            + " metric, IF(value IS NULL, 'no_input', 'ok') AS status, 0 AS repeat FROM VALUES"
            + " ('k', 'a', 0.9D), ('t1', 'a', 0.5D), ('t2', 'a', 0.5D), ('k', 'b', 0.2D), ('t1',"
            + " 'b', 0.8D), ('t2', 'b', CAST(NULL AS DOUBLE)), ('other', 'a', 0.0D) AS s(case_id,"
            + " system, value)");
    add(
        run,
        Tables.SENTENCE_SCORES,
        "SELECT *, 0 AS repeat FROM VALUES"
            + sentence("t1", "a", GROUNDED, "answer", 0, "It is free.", 0.1, "least_grounded")
            + ","
            + sentence("k", "b", GROUNDED, "answer", 1, "It costs 5.", 0.3, "least_grounded")
            + ","
            + sentence("k", "b", GROUNDED, "answer", 2, "No mark.", 0.0, "")
            + ","
            + sentence("t1", "a", PII, "answer", 0, "j***", 0, "email")
            + ","
            + sentence("t2", "a", PII, "answer", 0, "j***", 0, "email")
            + ","
            + sentence("t2", "a", PII, "answer", 1, "k***", 0, "email")
            + ","
            + sentence("t2", "a", PII, "context", 0, "D***", 0, "iban")
            + ","
            + sentence(
                "k",
                "b",
                "step_alignment.edits",
                "context",
                0,
                "Bring an identity card.",
                0,
                "insertion")
            + " AS s(case_id, system, metric, side, sentence_index, sentence, score, flags)");
    String drift = "questions_drift.questions_drift";
    add(
        run,
        Tables.SET_SCORES,
        "SELECT *, 'e' AS run_id, 'all' AS system, 60L AS n, 0L AS n_missing, 'too few' AS reason,"
            + " IF(value IS NULL, 'not_applicable', 'ok') AS status,"
            + " IF(value IS NULL, map(), map('n_before', 31.0D, 'n_after', 29.0D)) AS detail"
            + " FROM VALUES ('all', '"
            + drift
            + "', 0.25D), ('all', '"
            + drift
            + "_p', 0.005D), ('query_type=yes_no', '"
            + drift
            + "', CAST(NULL AS DOUBLE)) AS s(slice, metric, value)");
    return run;
  }

  private static String sentence(
      String caseId,
      String system,
      String metric,
      String side,
      int index,
      String text,
      double score,
      String flag) {
    return " ('%s', '%s', '%s', '%s', %d, '%s', %sD, %s)"
        .formatted(
            caseId,
            system,
            metric,
            side,
            index,
            text,
            score,
            flag.isEmpty() ? "array()" : "array('" + flag + "')");
  }

  private static Findings findings(Run run) {
    Dataset<Row> leaderboard =
        filled(
            Tables.LEADERBOARD,
            SPARK.sql(
                "SELECT *, 'all' AS slice, 'groundedness.groundedness' AS metric FROM VALUES"
                    + " ('a', 0.633D, 0.9D, 3L, 0L, 1), ('b', 0.5D, 0.6D, 2L, 1L, 2)"
                    + " AS l(system, estimate, ci_high, n, n_missing, rank)"));
    return new Findings(run, covered(), leaderboard, List.of(), List.of());
  }

  private static Dataset<Row> covered() {
    return SPARK.sql(
        "SELECT *, 0 AS repeat, 'What is the fee?' AS question, 0.0D AS cost,"
            + " map('channel', 'web') AS attributes FROM VALUES"
            + " ('k', CAST(NULL AS STRING), CAST(NULL AS STRING)), ('t1', 'k', 'typos'),"
            + " ('t2', 'k', 'typos') AS c(case_id, parent_case_id, perturbation)"
            + " CROSS JOIN VALUES ('a', 20.0D), ('b', 10.0D) AS s(system, latency_ms)");
  }

  private static void add(Run run, Table table, String sql) {
    run.store().append(table, filled(table, SPARK.sql(sql)));
  }

  /** With what the query leaves out empty. */
  private static Dataset<Row> filled(Table table, Dataset<Row> rows) {
    List<String> given = List.of(rows.columns());
    Column[] columns =
        java.util.Arrays.stream(table.schema().fields())
            .map(
                field ->
                    (given.contains(field.name())
                            ? col(field.name())
                            : field.nullable()
                                ? functions.lit(null)
                                : empty(field.dataType().catalogString()))
                        .cast(field.dataType())
                        .as(field.name()))
            .toArray(Column[]::new);
    return rows.select(columns);
  }

  private static Column empty(String type) {
    return type.startsWith("map")
        ? functions.map()
        : type.startsWith("array")
            ? functions.array()
            : type.equals("timestamp")
                ? functions.lit("2026-01-01")
                : functions.lit(type.equals("string") ? "x" : "0");
  }
}
