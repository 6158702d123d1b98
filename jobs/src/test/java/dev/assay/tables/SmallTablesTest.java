package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.StoreConfig;
import dev.assay.jobs.SparkJobs;
import dev.assay.spark.SharedSpark;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the driver reads and rewrites itself is what Delta's own reader and commands give. */
class SmallTablesTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir Path home;
  private Store store;

  @BeforeEach
  void open() {
    store = new Store(SPARK, config());
  }

  @Test
  void areReadWithoutAJobAndAsDeltaReadsThem() throws Exception {
    store.append(Tables.RUNS, runs("done", "a", "b"));
    store.append(Tables.RUNS, runs("running", "c"));
    try (SparkJobs jobs = new SparkJobs()) {
      List<Row> ids = store.read(Tables.RUNS).where("status = 'done'").collectAsList();
      assertThat(ids).hasSize(2);
      assertThat(jobs.labels()).isEmpty();
    }
    Dataset<Row> delta = SPARK.read().format("delta").load(store.path(Tables.RUNS));
    assertThat(store.read(Tables.RUNS).schema()).isEqualTo(delta.schema());
    assertThat(sorted(store.read(Tables.RUNS))).isEqualTo(sorted(delta)).hasSize(3);
  }

  @Test
  void ofACatalogLargerOnesAreReadAsByTheirNames() {
    StoreConfig config = new StoreConfig("", "spark_catalog", "large");
    Store named = new Store(SPARK, config);
    byte[] noise = new byte[3 << 20];
    new Random(1).nextBytes(noise);
    String text = Base64.getEncoder().encodeToString(noise);
    named.append(Tables.RUNS, runs("done", "a").withColumn("error", functions.lit(text)));
    named.fencedBy(() -> {}, true);
    for (int rows = 1; rows <= 2; rows++) {
      Dataset<Row> byName = SPARK.read().table(named.sqlName(Tables.RUNS));
      Dataset<Row> read = named.read(Tables.RUNS);
      assertThat(read.queryExecution().analyzed().toString())
          .as("the catalog's entry is in the plan")
          .contains("Relation spark_catalog.large.runs[");
      assertThat(read.schema()).isEqualTo(byName.schema());
      assertThat(sorted(read)).isEqualTo(sorted(byName)).hasSize(rows);
      new Store(SPARK, config).append(Tables.RUNS, runs("done", "b"));
    }
  }

  @Test
  void anotherCatalogThanSparksOwnIsAnErrorThatSaysSo() {
    StoreConfig lake = new StoreConfig("", "lake", "assay");
    assertThatThrownBy(() -> new Store(SPARK, lake))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("store.catalog is 'lake'")
        .hasMessageContaining("spark_catalog");
  }

  @Test
  void showWhatAnotherStoreHasWritten() {
    Store other = new Store(SPARK, config());
    assertThat(store.read(Tables.RUNS).count()).isZero();
    other.append(Tables.RUNS, runs("done", "a"));
    assertThat(store.read(Tables.RUNS).count()).isEqualTo(1);
    other.append(Tables.RUNS, runs("done", "b"));
    assertThat(store.read(Tables.RUNS).count()).isEqualTo(2);
  }

  @Test
  void areReadAtAVersionWhileAnotherStoreWritesTheNext() {
    store.append(Tables.RUNS, runs("done", "r1"));
    Store other = new Store(SPARK, config());
    CompletableFuture<Void> writing =
        CompletableFuture.runAsync(
            () ->
                IntStream.rangeClosed(2, 9)
                    .forEach(i -> other.append(Tables.RUNS, runs("done", "r" + i))));
    try {
      while (!writing.isDone()) {
        // The creation is version 0, and each version after it has a row more.
        int version = (int) store.version(Tables.RUNS);
        assertThat(store.readAt(Tables.RUNS, version).collectAsList()).hasSize(version);
      }
    } finally {
      writing.join();
    }
  }

  @Test
  void areChangedInOneCommitAndWithOneJobAsByDeltasCommands() throws Exception {
    Store commands =
        new Store(
            SPARK,
            new StoreConfig(home.resolve("commands").toString(), "", "assay"),
            "",
            false,
            Migrations.ALL);
    for (Store one : List.of(store, commands)) {
      one.append(Tables.RUNS, runs("running", "a", "b"));
    }
    List<java.util.function.Consumer<Store>> changes =
        List.of(
            s -> s.replace(Tables.RUNS, runs("done", "a"), functions.col("run_id").equalTo("a")),
            s -> s.merge(Tables.RUNS, runs("failed", "b", "c")),
            s ->
                s.set(
                    Tables.RUNS,
                    "error",
                    functions.concat(functions.col("status"), functions.lit("!")),
                    functions.col("run_id").gt("a")),
            s -> s.insertMissing(Tables.RUNS, runs("done", "c", "d")),
            s -> s.delete(Tables.RUNS, runs("done", "b"), List.of("run_id")),
            s -> s.deleteWhere(Tables.RUNS, functions.col("run_id").equalTo("a")));
    for (java.util.function.Consumer<Store> change : changes) {
      long before = store.version(Tables.RUNS);
      try (SparkJobs jobs = new SparkJobs()) {
        change.accept(store);
        assertThat(jobs.labels()).hasSize(1);
      }
      assertThat(store.version(Tables.RUNS)).isEqualTo(before + 1);
      change.accept(commands);
      assertThat(sorted(store.read(Tables.RUNS))).isEqualTo(sorted(commands.read(Tables.RUNS)));
    }
    assertThat(sorted(store.read(Tables.RUNS)))
        .extracting(row -> row.getAs("run_id") + " " + row.getAs("status"))
        .containsExactly("c failed", "d done");
  }

  @Test
  void areNotRewrittenOverWhatOthersWroteMeanwhile() {
    store.append(Tables.RUNS, runs("running", "a", "b"));
    Store other = new Store(SPARK, config());
    LogState state = new LogState(SPARK, Location.of(SPARK, config()));
    assertThatThrownBy(
            () ->
                state.rewrite(
                    Tables.RUNS,
                    rows -> {
                      other.append(Tables.RUNS, runs("running", "c"));
                      return rows.where("run_id <> 'b'");
                    }))
        .hasMessageContaining("concurrent");
    assertThat(sorted(store.read(Tables.RUNS)))
        .extracting(row -> row.<String>getAs("run_id"))
        .containsExactly("a", "b", "c");
    assertThatThrownBy(
            () ->
                state.rewrite(
                    Tables.RUNS,
                    rows -> {
                      other.merge(Tables.RUNS, runs("done", "a"));
                      return rows;
                    }))
        .hasMessageContaining("concurrent");
  }

  /** Else its commit would take the place of one that is there no more, and nobody would see it. */
  @Test
  void areNotLostWhereTheLogIsShortenedWhileSomebodyWrites() {
    store.append(Tables.RUNS, runs("running", "a"));
    Store other = new Store(SPARK, config());
    LogState state = new LogState(SPARK, Location.of(SPARK, config()));
    AtomicBoolean first = new AtomicBoolean(true);
    Conflicts.retried(
        () ->
            state.rewrite(
                Tables.RUNS,
                rows -> {
                  if (first.getAndSet(false)) {
                    other.append(Tables.RUNS, runs("done", "b"));
                    other.upkeep().prune(Tables.RUNS, Duration.ZERO);
                  }
                  return rows.unionByName(runs("done", "c"));
                }));
    assertThat(sorted(store.read(Tables.RUNS)))
        .extracting(row -> row.<String>getAs("run_id"))
        .containsExactly("a", "b", "c");
  }

  /** Such a file is in the log as removed, and as what it is now. */
  @Test
  void filesWithDeletionVectorsStayWhenWhatWasRemovedGoes() {
    store.append(Tables.RUNS, runs("done", "a", "b").coalesce(1));
    String runs = store.sqlName(Tables.RUNS);
    SPARK.sql("ALTER TABLE " + runs + " SET TBLPROPERTIES (delta.enableDeletionVectors = true)");
    SPARK.sql("DELETE FROM " + runs + " WHERE run_id = 'a'");
    store.upkeep().prune(Tables.RUNS, Duration.ZERO);
    assertThat(SPARK.sql("SELECT run_id FROM " + runs).as(Encoders.STRING()).collectAsList())
        .containsExactly("b");
  }

  @Test
  void checkWhatTheTableIsDeclaredToHold() {
    store.append(Tables.RUNS, runs("running", "a"));
    assertThatThrownBy(() -> store.merge(Tables.RUNS, runs("nonsense", "a")))
        .hasStackTraceContaining("CHECK constraint");
  }

  @Test
  void areBroughtTogetherWithoutATask() throws Exception {
    store.append(
        Tables.RUNS,
        runs("done", IntStream.range(0, 50).mapToObj(i -> "r" + i).toArray(String[]::new)));
    Dataset<Row> runs = store.read(Tables.RUNS);
    try (SparkJobs jobs = new SparkJobs()) {
      List<Row> counts = joined(runs).groupBy("status").count().orderBy("status").collectAsList();
      assertThat(counts).hasSize(1);
      assertThat(counts.get(0).<Long>getAs("count")).isEqualTo(50);
      assertThat(jobs.labels()).isEmpty();
    }
    assertThat(joined(runs).groupBy("status").count().queryExecution().executedPlan().toString())
        .doesNotContain("Exchange");
  }

  private static Dataset<Row> joined(Dataset<Row> runs) {
    return runs.join(runs.select("run_id"), "run_id").join(runs.select("run_id"), "run_id");
  }

  private StoreConfig config() {
    return new StoreConfig(home.resolve("store").toString(), "", "assay");
  }

  private static List<Row> sorted(Dataset<Row> rows) {
    return rows.orderBy("run_id").collectAsList();
  }

  private static Dataset<Row> runs(String status, String... ids) {
    return SPARK.createDataFrame(
        List.of(ids).stream()
            .map(
                id ->
                    NamedRow.of(Tables.RUNS)
                        .set("run_id", id)
                        .set("name", "test")
                        .set("stage", "answer")
                        .set("config", "x = 1")
                        .set("config_hash", "h")
                        .set("code_version", "v")
                        .set("table_versions", Map.of("scores", 3L))
                        .set("started_at", Timestamp.from(Instant.EPOCH))
                        .set("ended_at", null)
                        .set("status", status)
                        .set("counts", Map.of("rows", 7L))
                        .set("error", null)
                        .build())
            .toList(),
        Tables.RUNS.schema());
  }
}
