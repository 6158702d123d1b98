package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir static Path home;

  @Test
  void everyViewHasScalarColumnsAndTheRowsOfTheNewestRun() {
    SampleStore sample = SampleStore.full(home.resolve("a"), "store.schema=views_a");
    Views views = new Views(SPARK, sample.store(), sample.config().store());
    String before = SPARK.catalog().currentDatabase();
    views.create();
    views.create();
    assertThat(SPARK.catalog().currentDatabase()).isEqualTo(before);
    for (String view : Views.NAMES) {
      Dataset<Row> rows = SPARK.table("views_a." + view);
      for (StructField field : rows.schema().fields()) {
        assertThat(field.dataType())
            .as("%s.%s", view, field.name())
            .isNotInstanceOfAny(ArrayType.class, MapType.class, StructType.class);
      }
      assertThat(rows.count())
          .as(view)
          .isGreaterThanOrEqualTo(
              view.startsWith("v_grammar")
                      || Set.of(
                              "v_review_queue",
                              "v_changes",
                              "v_system_changes",
                              "v_robustness",
                              "v_robustness_surface",
                              "v_least_edits")
                          .contains(view)
                  ? 0
                  : 1);
    }
    assertThat(SPARK.table("views_a.v_heatmap").count()).isEqualTo(15);
    assertThat(SPARK.sql("SELECT DISTINCT topic FROM views_a.v_heatmap").count()).isEqualTo(5);
    assertThat(SPARK.table("views_a.v_leaderboard").count()).isEqualTo(51);
    assertThat(
            SPARK
                .sql(
                    "SELECT system, pass_rate, failure_rate, retrieval_failure_rate,"
                        + " parse_failure_rate IS NULL FROM views_a.v_leaderboard_boolean ORDER BY"
                        + " 1")
                .collectAsList())
        .hasSize(3)
        .allSatisfy(
            row -> {
              assertThat(row.getDouble(1)).isEqualTo(0.9);
              assertThat(row.getDouble(2)).isEqualTo(0.1);
              assertThat(row.getDouble(3)).isEqualTo(0.1);
              assertThat(row.getBoolean(4)).isTrue();
            });
    assertThat(SPARK.sql("SELECT p_value FROM views_a.v_drift").head().getDouble(0))
        .isEqualTo(0.005);
    assertThat(
            SPARK.sql("SELECT topic FROM views_a.v_coverage WHERE near_share = 0").collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly("lending, rate");
    // Twelve cases in each of four topics, each made from a chunk of its own.
    assertThat(
            SPARK
                .sql("SELECT tested_chunks FROM views_a.v_coverage_documents ORDER BY doc_id")
                .collectAsList())
        .extracting(row -> row.getLong(0))
        .containsExactly(12L, 12L, 12L, 0L, 12L);
    assertThat(SPARK.sql("SELECT * FROM views_a.v_runs WHERE latest").count()).isEqualTo(3);
  }

  /**
   * Of four cases: one passes with x alone, one with y alone, one with both; of the last nobody
   * says whether y's passes. An earlier analysis said otherwise.
   */
  @Test
  void casesThatChangeFromOneSystemToAnotherAreFixedBrokenOrTheSame() {
    SampleStore sample = SampleStore.empty(home.resolve("f"), "store.schema=views_f");
    Store store = sample.store();
    SPARK
        .sql(
            "SELECT * FROM VALUES ('old', timestamp'2026-01-01'), ('new', timestamp'2026-01-02') AS"
                + " r(run_id, ended_at)")
        .collectAsList()
        .forEach(
            row ->
                store.append(
                    Tables.RUNS,
                    SPARK.createDataFrame(
                        java.util.List.of(
                            NamedRow.of(Tables.RUNS)
                                .set("run_id", row.getAs("run_id"))
                                .set("name", "n")
                                .set("stage", "analyze")
                                .set("status", "done")
                                .set("started_at", row.getAs("ended_at"))
                                .set("ended_at", row.getAs("ended_at"))
                                .build()),
                        Tables.RUNS.schema())));
    store.append(
        Tables.RUN_CASES,
        SPARK.sql(
            "SELECT run_id, case_id, system, 0 AS repeat, map('m.m', named_struct('value', value,"
                + " 'passed', value >= 0.5D)) AS scores, CAST(NULL AS"
                + " MAP<STRING,STRUCT<label:INT,label_weight:DOUBLE,prediction:DOUBLE,weight:DOUBLE>>)"
                + " AS judged, CAST(NULL AS ARRAY<STRING>) AS slices FROM VALUES ('new', 'one',"
                + " 'x', 0.9D), ('new', 'one', 'y', 0.1D), ('new', 'two', 'x', 0.2D), ('new',"
                + " 'two', 'y', 0.8D), ('new', 'both', 'x', 0.7D), ('new', 'both', 'y', 0.6D),"
                + " ('new', 'none', 'x', 0.7D), ('new', 'none', 'y', CAST(NULL AS DOUBLE)), ('old',"
                + " 'one', 'x', 0.1D), ('old', 'one', 'y', 0.9D) AS r(run_id, case_id, system,"
                + " value)"));
    new Views(SPARK, store, sample.config().store()).create();
    assertThat(
            SPARK
                .sql(
                    "SELECT concat_ws(' ', case_id, baseline_system, system, change, value_before,"
                        + " value_after) FROM views_f.v_system_changes WHERE baseline_system = 'x'"
                        + " ORDER BY 1")
                .collectAsList())
        .extracting(row -> row.getString(0))
        .containsExactly(
            "both x y same 0.7 0.6", "one x y broken 0.9 0.1", "two x y fixed 0.2 0.8");
  }

  @Test
  void refusesTheTablesOfAnotherStore() {
    SampleStore one = SampleStore.empty(home.resolve("b"), "store.schema=views_b");
    new Views(SPARK, one.store(), one.config().store()).create();
    SampleStore other = SampleStore.empty(home.resolve("c"), "store.schema=views_b");
    assertThatThrownBy(() -> new Views(SPARK, other.store(), other.config().store()).create())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another store")
        .hasMessageContaining("store.schema");
  }

  @Test
  void refusesTablesWhoseStoreIsGone() throws IOException {
    SampleStore gone = SampleStore.empty(home.resolve("d"), "store.schema=views_d");
    new Views(SPARK, gone.store(), gone.config().store()).create();
    FileUtils.deleteDirectory(home.resolve("d").toFile());
    SampleStore other = SampleStore.empty(home.resolve("e"), "store.schema=views_d");
    assertThatThrownBy(() -> new Views(SPARK, other.store(), other.config().store()).create())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("of another store, at file:" + home.resolve("d"))
        .hasMessageContaining("drop that table");
  }
}
