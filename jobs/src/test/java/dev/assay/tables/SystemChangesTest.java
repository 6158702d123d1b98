package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** View v_system_changes. */
class SystemChangesTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir private Path home;

  private static String run(String id, String day) {
    return """
    {"run_id":"%s","name":"n","stage":"analyze","status":"done","config":"","config_hash":"","started_at":"2026-01-%sT00:00:00Z","ended_at":"2026-01-%sT00:00:00Z"}\
    """
        .formatted(id, day, day);
  }

  /** A metric that passes from .5; absent where {@code value} is negative. */
  private static String row(String run, String caseId, String system, double value) {
    String scores =
        value < 0 ? "{}" : "{\"m.m\":{\"value\":%s,\"passed\":%s}}".formatted(value, value >= 0.5);
    return """
    {"run_id":"%s","case_id":"%s","system":"%s","repeat":0,"scores":%s}\
    """
        .formatted(run, caseId, system, scores);
  }

  private static String judged(String caseId, String system, int label) {
    return """
    {"run_id":"new","case_id":"%s","system":"%s","repeat":0,"scores":{},"judged":{"correct":{"label":%d,"label_weight":1.0,"weight":1.0}}}\
    """
        .formatted(caseId, system, label);
  }

  /**
   * Of five cases one passes with x alone, one with y alone, one with both, one with neither; of
   * the fifth nobody knows y's value. Of a sixth people say that y is right and x is not. An
   * earlier analysis said otherwise.
   */
  @Test
  void casesThatChangeFromOneSystemToAnotherAreFixedBrokenOrTheSame() {
    SampleStore sample = SampleStore.empty(home, "store.schema=views_f");
    Store store = sample.store();
    JsonRows.append(store, Tables.RUNS, List.of(run("old", "01"), run("new", "02")));
    JsonRows.append(
        store,
        Tables.RUN_CASES,
        Stream.of(
                row("new", "one", "x", 0.9),
                row("new", "one", "y", 0.1),
                row("new", "two", "x", 0.2),
                row("new", "two", "y", 0.8),
                row("new", "both", "x", 0.7),
                row("new", "both", "y", 0.6),
                row("new", "neither", "x", 0.4),
                row("new", "neither", "y", 0.3),
                row("new", "unknown", "x", 0.7),
                row("new", "unknown", "y", -1),
                judged("said", "x", 0),
                judged("said", "y", 1),
                row("old", "one", "x", 0.1),
                row("old", "one", "y", 0.9))
            .toList());
    JsonRows.append(
        store,
        Tables.RESPONSES,
        List.of(
            """
            {"case_id":"one","system":"x","repeat":0,"answer":"It is 8.","contexts":[],"attributes":{},"status":"ok","fingerprint":"f","answered_at":"2026-01-01T00:00:00Z"}\
            """,
            """
            {"case_id":"one","system":"y","repeat":0,"answer":"It is 9.","contexts":[],"attributes":{},"status":"ok","fingerprint":"f","answered_at":"2026-01-01T00:00:00Z"}\
            """));
    new Views(SPARK, store, sample.config().store()).create();
    assertThat(changes("x"))
        .containsExactly(
            "both y m.m same 0.7 0.6",
            "neither y m.m same 0.4 0.3",
            "one y m.m broken 0.9 0.1 It is 8. It is 9.",
            "said y human.correct fixed 0.0 1.0",
            "two y m.m fixed 0.2 0.8");
    assertThat(changes("y"))
        .as("the same the other way round")
        .contains("one x m.m fixed 0.1 0.9 It is 9. It is 8.", "two x m.m broken 0.8 0.2")
        .hasSize(5);
  }

  private static List<String> changes(String from) {
    return SPARK
        .sql(
            "SELECT concat_ws(' ', case_id, system, metric, change, value_before, value_after,"
                + " answer_before, answer_after) FROM views_f.v_system_changes WHERE"
                + " baseline_system = '"
                + from
                + "' ORDER BY 1")
        .as(Encoders.STRING())
        .collectAsList();
  }
}
