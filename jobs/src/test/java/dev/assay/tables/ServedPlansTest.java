package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.report.SampleStore;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is kept of clients' queries, and until when. */
class ServedPlansTest {
  private static final String RANKED =
      "SELECT system, metric, estimate FROM v_leaderboard WHERE slice = 'all'";

  @TempDir private Path home;
  private final ServedPlans plans = new ServedPlans(SharedSpark.session());
  private SampleStore sample;
  private SparkSession client;

  @BeforeEach
  void served() {
    sample = SampleStore.full(home, "store.schema=served_plans");
    new Views(SharedSpark.session(), sample.store(), sample.config().store()).create();
    client = SharedSpark.session().newSession();
    client.catalog().setCurrentDatabase("served_plans");
  }

  @AfterEach
  void gone() {
    plans.close();
    SharedSpark.session().sql("DROP DATABASE served_plans CASCADE");
  }

  @Test
  void theSameQueryIsUnderstoodAndComputedOnce() {
    LogicalPlan first = plan(RANKED);
    assertThat(first).isNotSameAs(parsed(RANKED));
    assertThat(plan(RANKED)).isSameAs(first);
    assertThat(rows(RANKED))
        .containsExactlyInAnyOrderElementsOf(client.sql(RANKED).collectAsList());
  }

  @Test
  void untilATableHasAnotherVersion() {
    int before = rows(RANKED).size();
    sample.store().deleteWhere(Tables.LEADERBOARD, functions.col("system").equalTo("faulty"));
    assertThat(rows(RANKED)).hasSizeBetween(1, before - 1);
  }

  /** As {@code forget} deletes them; the statements are asked again without anybody's asking. */
  @Test
  void rowsThatWereDeletedLeaveTheMemoryThoughNobodyAsks() {
    String people = "SELECT * FROM leaderboard WHERE system = 'faulty'";
    assertThat(rows(people)).isNotEmpty();
    assertThat(rows(RANKED)).isNotEmpty();
    assertThat(plans.results()).isEqualTo(2);
    LogicalPlan before = plan(people);
    int tables = plans.rowsInTheDriver();
    assertThat(Dataset.ofRows(client, before).storageLevel()).isNotEqualTo(StorageLevel.NONE());
    assertThat(plans.release()).as("nobody wrote").isFalse();
    assertThat(plans.results()).isEqualTo(2);

    sample.store().deleteWhere(Tables.LEADERBOARD, functions.col("system").equalTo("faulty"));
    assertThat(plans.release()).isTrue();
    assertThat(plans.results()).isZero();
    assertThat(plans.rowsInTheDriver()).as("all but the table's").isEqualTo(tables - 1);
    assertThat(Dataset.ofRows(client, before).storageLevel()).isEqualTo(StorageLevel.NONE());

    plans.recompute(() -> false);
    assertThat(plans.results()).isEqualTo(2);
    LogicalPlan ready = plan(RANKED);
    assertThat(plan(RANKED)).as("not planned for this client").isSameAs(ready);
    assertThat(rows(people)).isEmpty();
    assertThat(rows(RANKED)).isNotEmpty();
  }

  /** Of a table whose rows are not in the driver, as another process would write it. */
  @Test
  void anOldResultIsNoPartOfANewerQuery() {
    write(0, 40_000);
    assertThat(sample.store().isSmall(Tables.LLM_CALLS)).isFalse();
    String calls = "SELECT call_hash FROM llm_calls WHERE endpoint = 'made'";
    assertThat(rows(calls)).hasSize(40_000);
    write(40_000, 100);
    // Spark would find what is kept of the first query in the second.
    assertThat(rows("SELECT count(*) FROM (" + calls + ")").get(0).getLong(0)).isEqualTo(40_100);
    assertThat(rows(calls)).hasSize(40_100);
  }

  private void write(long from, long number) {
    Dataset<Row> calls =
        SharedSpark.session()
            .range(from, from + number)
            .withColumn("call_hash", functions.sha2(functions.col("id").cast("string"), 256))
            .withColumn("endpoint", functions.lit("made"))
            .withColumn("purpose", functions.lit("answer"))
            .withColumn("prompt", functions.col("call_hash"))
            .withColumn("sample", functions.lit(0))
            .withColumn("attempts", functions.lit(1))
            .withColumn("status", functions.lit("ok"))
            .withColumn("called_at", functions.current_timestamp());
    for (StructField field : Tables.LLM_CALLS.schema().fields()) {
      if (!List.of(calls.columns()).contains(field.name())) {
        calls = calls.withColumn(field.name(), functions.lit(null).cast(field.dataType()));
      }
    }
    sample.store().append(Tables.LLM_CALLS, calls);
  }

  @Test
  void whatDependsOnTheMomentOrOnAFunctionOfOursIsComputedEachTime() {
    for (String query :
        List.of(
            "SELECT current_timestamp(), count(*) FROM runs",
            "SELECT rand(), count(*) FROM runs",
            "SELECT assay_pii(system) FROM v_leaderboard",
            "SELECT count(*) FROM runs WHERE started_at < now()",
            "SELECT count(*) FROM runs WHERE started_at > DATE 'yesterday'",
            "SELECT count(*) FROM runs WHERE started_at > CAST(' Today' AS DATE)")) {
      assertThat(plan(query)).as(query).isNotSameAs(plan(query));
    }
  }

  private LogicalPlan plan(String query) {
    return plans.of(client, query, parsed(query));
  }

  private List<Row> rows(String query) {
    Dataset<Row> rows = Dataset.ofRows(client, plan(query));
    return rows.collectAsList();
  }

  private LogicalPlan parsed(String query) {
    try {
      return client.sessionState().sqlParser().parsePlan(query);
    } catch (Exception wrong) {
      throw new IllegalStateException(query, wrong);
    }
  }
}
