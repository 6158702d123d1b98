package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemChangesViewTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final String SCORES =
      """
      SELECT run_id, case_id, system, 0 AS repeat,
        map('m.m', named_struct('value', value, 'passed', value >= 0.5D)) AS scores,
        CAST(NULL AS MAP<STRING,STRUCT<label:INT,label_weight:DOUBLE,prediction:DOUBLE,weight:DOUBLE>>) AS judged,
        CAST(NULL AS ARRAY<STRING>) AS slices
      FROM VALUES
        ('new', 'one', 'x', 0.9D), ('new', 'one', 'y', 0.1D),
        ('new', 'two', 'x', 0.2D), ('new', 'two', 'y', 0.8D),
        ('new', 'both', 'x', 0.7D), ('new', 'both', 'y', 0.6D),
        ('new', 'none', 'x', 0.7D), ('new', 'none', 'y', CAST(NULL AS DOUBLE)),
        ('old', 'one', 'x', 0.1D), ('old', 'one', 'y', 0.9D) AS r(run_id, case_id, system, value)
      """;

  @TempDir Path home;

  /**
   * Of four cases: one passes with x alone, one with y alone, one with both; of the last nobody
   * says whether y's passes. An earlier analysis said otherwise.
   */
  @Test
  void casesThatChangeFromOneSystemToAnotherAreFixedBrokenOrTheSame() {
    SampleStore sample = SampleStore.empty(home, "store.schema=views_changes");
    Store store = sample.store();
    store.append(
        Tables.RUNS,
        SPARK.createDataFrame(
            List.of(run("old", "2026-01-01 00:00:00"), run("new", "2026-01-02 00:00:00")),
            Tables.RUNS.schema()));
    store.append(Tables.RUN_CASES, SPARK.sql(SCORES));
    new Views(SPARK, store, sample.config().store()).create();
    assertThat(
            SPARK
                .sql(
                    "SELECT concat_ws(' ', case_id, baseline_system, system, change, value_before,"
                        + " value_after) FROM views_changes.v_system_changes"
                        + " WHERE baseline_system = 'x' ORDER BY 1")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly(
            "both x y same 0.7 0.6", "one x y broken 0.9 0.1", "two x y fixed 0.2 0.8");
  }

  private static Row run(String id, String when) {
    return NamedRow.of(Tables.RUNS)
        .set("run_id", id)
        .set("name", "n")
        .set("stage", "analyze")
        .set("config", "")
        .set("config_hash", "")
        .set("code_version", "")
        .set("table_versions", Map.of())
        .set("started_at", Timestamp.valueOf(when))
        .set("ended_at", Timestamp.valueOf(when))
        .set("status", "done")
        .set("counts", Map.of())
        .build();
  }
}
