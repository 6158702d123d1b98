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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ViewsTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir static Path home;

  @Test
  void everyViewHasScalarColumnsAndTheRowsOfTheNewestRun() {
    SampleStore sample = SampleStore.full(home.resolve("a"), "store.schema=views_a");
    Views views = new Views(SPARK, sample.store(), sample.config().store());
    String before = SPARK.catalog().currentDatabase();
    views.create();
    SPARK.sql("DROP VIEW views_a.v_heatmap");
    views.refresh();
    assertThat(SPARK.catalog().tableExists("views_a.v_heatmap")).as("views were there").isFalse();
    SPARK.sql("ALTER VIEW views_a.v_run_history SET TBLPROPERTIES ('assay.views' = 'older')");
    views.refresh();
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
