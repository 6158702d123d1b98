package dev.assay.jobs.drift;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.JsonRows;
import dev.assay.tables.Tables;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An analysis before covered 40 questions about fees, this one covers 40 others about mortgages, on
 * 20 days. System a is worse from the fifth day on and so in the later analysis; b is as it was.
 */
class DriftBetweenTest {
  private static final String METRIC = "groundedness.groundedness";

  @TempDir static Path home;
  private static final Map<String, Row> ROWS = new TreeMap<>();

  @BeforeAll
  static void compare() {
    Run run = TestRun.of(home, "analyze", "evaluate.evaluators=[groundedness]");
    SplittableRandom random = Seeds.random(22, "drift", "store");
    List<String> cases = new ArrayList<>();
    List<String> covered = new ArrayList<>();
    List<String> responses = new ArrayList<>();
    for (int q = 0; q < 240; q++) {
      boolean before = q < 40;
      String id = "case-%03d".formatted(q);
      cases.add(
          """
          {"case_id":"%s","group_id":"%s","suite":"s","question":"%s","source_chunk_ids":[],\
          "relevant_doc_ids":[],"facts":[],"attributes":{},"created_at":"2026-01-02T03:04:05Z",\
          "provenance":"test"}\
          """
              .formatted(
                  id,
                  id,
                  (before ? "What is the overdraft fee of account " : "Who approves mortgage ")
                      + q));
      // Ten answers a day from 1 February on.
      int day = (q - 40) / 10;
      for (String system : List.of("a", "b")) {
        double mean = system.equals("a") && !before && day >= 5 ? .4 : .8;
        double value = Math.max(0, Math.min(1, mean + .1 * random.nextGaussian()));
        String key = "{\"case_id\":\"%s\",\"system\":\"%s\",\"repeat\":0,".formatted(id, system);
        covered.add(
            key
                + "\"run_id\":\"%s\",\"scores\":{\"%s\":{\"value\":%s,\"passed\":true}}}"
                    .formatted(before ? "old" : run.runId(), METRIC, value));
        responses.add(
            key
                + """
                "answer":"%s","contexts":[],"status":"ok","answered_at":"2026-0%d-%02dT03:04:05Z",\
                "fingerprint":"f","attributes":{}}\
                """
                    .formatted(
                        "The answer is number " + random.nextInt(50),
                        before ? 1 : 2,
                        before ? 2 : 1 + day));
      }
    }
    JsonRows.append(run.store(), Tables.TEST_CASES, cases);
    JsonRows.append(run.store(), Tables.RUN_CASES, covered);
    JsonRows.append(run.store(), Tables.RESPONSES, responses);
    JsonRows.append(
        run.store(),
        Tables.RUNS,
        List.of(
            """
            {"run_id":"old","name":"%s","stage":"analyze","config":"{}","config_hash":"c",\
            "code_version":"0","table_versions":{},"started_at":"2026-01-03T03:04:05Z",\
            "ended_at":"2026-01-03T03:04:05Z","status":"done","counts":{}}\
            """
                .formatted(run.config().run().name())));
    long rows = DriftBetween.store(run, List.of(METRIC));
    run.store()
        .read(Tables.DRIFT)
        .collectAsList()
        .forEach(
            row -> ROWS.put(row.<String>getAs("subject") + " " + row.<String>getAs("metric"), row));
    assertThat(rows).isEqualTo(ROWS.size());
  }

  private static double p(String row) {
    return ROWS.get(row).getAs("p_value");
  }

  @Test
  void otherQuestionsAreToldApart() {
    // The least p-value that 499 permutations can give.
    assertThat(p("questions drift.mmd")).isEqualTo(1 / 500.0);
    assertThat(p("questions drift.classifier")).isEqualTo(1 / 500.0);
    assertThat(ROWS.get("questions drift.mmd").<String>getAs("baseline_run")).isEqualTo("old");
    assertThat(ROWS.get("questions drift.mmd").<Long>getAs("n_before")).isEqualTo(40);
  }

  @Test
  void scoresThatFellAreToldApartAndOthersAreNot() {
    assertThat(p("scores of a drift.mmd")).isEqualTo(1 / 500.0);
    assertThat(p("scores of b drift.mmd")).isGreaterThan(.05);
    assertThat(p("answers of b drift.mmd")).isGreaterThan(.05);
  }

  @Test
  void theWatchAccusesTheSystemThatGotWorseAlone() {
    Row a = ROWS.get("a from day to day " + METRIC);
    assertThat(a.<Double>getAs("p_value")).isLessThan(.05);
    assertThat(a.<Double>getAs("value")).isGreaterThan(40);
    assertThat(a.<Long>getAs("n_after")).isEqualTo(19);
    assertThat(a.isNullAt(a.fieldIndex("baseline_run"))).isTrue();
    assertThat(p("b from day to day " + METRIC)).isGreaterThan(.5);
  }

  @Test
  void passagesThatNobodyRetrievedAreNotCompared() {
    assertThat(ROWS).doesNotContainKey("passages of a drift.classifier");
  }
}
