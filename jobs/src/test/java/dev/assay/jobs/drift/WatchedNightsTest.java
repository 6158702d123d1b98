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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nights with keys, of one and the same day, under the watch. */
class WatchedNightsTest {
  private static final String METRIC = "groundedness.groundedness";
  private static final int NIGHTS = 12;
  private static final int QUESTIONS = 20;

  @TempDir Path home;

  /** System a falls from 0.8 to 0.4 in the sixth of twelve nights, b does not. */
  @Test
  void aSystemThatGetsWorseFromOneNightOnIsAccusedAlone() {
    SplittableRandom random = Seeds.random(21, "nights", "watch");
    Run run = null;
    for (int night = 0; night < NIGHTS; night++) {
      // In the order of their answers, which is the reverse of that of their keys.
      run =
          TestRun.of(
              home,
              "analyze",
              "evaluate.evaluators=[groundedness]",
              "run.key=k%02d".formatted(NIGHTS - night));
      if (night == 0) {
        JsonRows.append(run.store(), Tables.TEST_CASES, cases());
      }
      add(run, night, night == NIGHTS - 1 ? run.runId() : "night-" + night, random);
    }
    Map<String, Row> rows =
        new Watch(run, List.of(METRIC))
            .rows().stream()
                .collect(
                    Collectors.toMap(
                        row -> row.<String>getAs("subject").substring(0, 1), Function.identity()));
    assertThat(rows).hasSize(2);
    assertThat(rows.get("a").<Double>getAs("p_value")).isLessThan(.05);
    assertThat(rows.get("b").<Double>getAs("p_value")).isGreaterThan(.5);
    assertThat(rows.get("a").<Long>getAs("n_before")).isEqualTo(QUESTIONS);
    assertThat(rows.get("a").<Long>getAs("n_after")).isEqualTo(NIGHTS - 1);
  }

  private static List<String> cases() {
    List<String> cases = new ArrayList<>();
    for (int q = 0; q < QUESTIONS; q++) {
      cases.add(
          """
          {"case_id":"c%d","group_id":"c%d","suite":"s","question":"Question %d","source_chunk_ids":[],\
          "relevant_doc_ids":[],"facts":[],"attributes":{},"created_at":"2026-01-02T03:04:05Z",\
          "provenance":"test"}\
          """
              .formatted(q, q, q));
    }
    return cases;
  }

  private static void add(Run run, int night, String runId, SplittableRandom random) {
    List<String> covered = new ArrayList<>();
    List<String> responses = new ArrayList<>();
    for (int q = 0; q < QUESTIONS; q++) {
      for (String system : List.of("a", "b")) {
        double mean = system.equals("a") && night >= 5 ? .4 : .8;
        double value = Math.max(0, Math.min(1, mean + .1 * random.nextGaussian()));
        String key = "{\"case_id\":\"c%d\",\"system\":\"%s\",\"repeat\":0,".formatted(q, system);
        covered.add(
            key
                + "\"run_id\":\"%s\",\"scores\":{\"%s\":{\"value\":%s,\"passed\":true}}}"
                    .formatted(runId, METRIC, value));
        responses.add(
            key
                + """
                "answer":"x","contexts":[],"status":"ok","answered_at":"2026-02-01T%02d:04:05Z",\
                "fingerprint":"f","attributes":{}}\
                """
                    .formatted(night));
      }
    }
    JsonRows.append(run.store(), Tables.RUN_CASES, covered);
    JsonRows.append(run.store(), Tables.RESPONSES, responses);
    JsonRows.append(
        run.store(),
        Tables.RUNS,
        List.of(
            """
            {"run_id":"%s","name":"%s","stage":"analyze","config":"{}","config_hash":"c",\
            "code_version":"0","table_versions":{},"started_at":"2026-02-01T%02d:30:05Z",\
            "ended_at":"2026-02-01T%02d:30:05Z","status":"done","counts":{}}\
            """
                .formatted(runId, run.config().run().name(), night, night)));
  }
}
