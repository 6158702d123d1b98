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
        ('old', 'one', 'x', 0.1D), ('old', 'one', 'y', 0.9D),
        ('new', 'half', 'x', 0.8D), ('old', 'half', 'x', 0.9D), ('old', 'none', 'y', 0.9D),
        ('old', 'gone', 'x', 0.9D) AS r(run_id, case_id, system, value)
      """;

  /**
   * What people said: a label, or that the answer was not labelled; of 'half' beside the scores.
   */
  private static final String JUDGED =
      """
      SELECT run_id, case_id, system, 0 AS repeat,
        IF(value IS NULL, NULL, map('m.m', named_struct('value', value, 'passed', value >= 0.5D))) AS scores,
        map('grounded', named_struct('label', label, 'label_weight', 1D, 'prediction', CAST(NULL AS DOUBLE), 'weight', 1D)) AS judged,
        CAST(NULL AS ARRAY<STRING>) AS slices
      FROM VALUES
        ('new', 'said', 'x', CAST(NULL AS DOUBLE), 0), ('old', 'said', 'x', NULL, 1),
        ('new', 'mute', 'x', NULL, 1), ('old', 'mute', 'x', NULL, CAST(NULL AS INT)),
        ('new', 'more', 'x', 0.3D, 1), ('old', 'more', 'x', 0.4D, 1) AS r(run_id, case_id, system, value, label)
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
    store.append(Tables.RUN_CASES, SPARK.sql(SCORES).unionByName(SPARK.sql(JUDGED)));
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
    // Case 'gone' is in one analysis alone; of 'none' (y) and 'mute' one of them says nothing.
    assertThat(
            SPARK
                .sql(
                    "SELECT concat_ws(' ', baseline_run_id, case_id, system, metric, change,"
                        + " value_before, value_after) FROM views_changes.v_changes ORDER BY 1")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly(
            "old half x m.m same 0.9 0.8",
            "old more x human.grounded same 1.0 1.0",
            "old more x m.m same 0.4 0.3",
            "old one x m.m fixed 0.1 0.9",
            "old one y m.m broken 0.9 0.1",
            "old said x human.grounded broken 1.0 0.0");
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
