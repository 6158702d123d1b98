package dev.assay.tables;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.StoreConfig;
import dev.assay.spark.SharedSpark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.CheckpointFileManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AloneTest {
  private static final SparkSession SPARK = SharedSpark.session();

  @TempDir Path home;

  /** Versions of others are empty commits, written as another process would. */
  @Test
  void whoHasTheStoreLooksAtALogOnceButAtRunsAlways() throws Exception {
    Store store = new Store(SPARK, new StoreConfig(home.toString(), "", "assay"));
    store.append(Tables.REJECTED, StoreStateTest.rows("a"));
    store.append(Tables.RUNS, SPARK.createDataFrame(List.of(run()), Tables.RUNS.schema()));
    store.fencedBy(() -> {}, true);
    assertThat(store.version(Tables.REJECTED)).isEqualTo(1);
    assertThat(store.version(Tables.RUNS)).isEqualTo(1);
    commit("rejected", 2);
    commit("runs", 2);
    assertThat(store.version(Tables.REJECTED)).as("it is the only one who writes").isEqualTo(1);
    assertThat(store.version(Tables.RUNS)).as("a report may run beside it").isEqualTo(2);

    store.merge(Tables.REJECTED, StoreStateTest.rows("a", "b"));
    assertThat(store.version(Tables.REJECTED)).as("its own commit is known to it").isEqualTo(3);
    assertThat(store.read(Tables.REJECTED).count()).isEqualTo(2);

    commit("rejected", 4);
    store.fencedBy(() -> {}, false);
    assertThat(store.version(Tables.REJECTED)).as("others may write again").isEqualTo(4);
    commit("rejected", 5);
    store.fencedBy(() -> {}, true);
    assertThat(store.version(Tables.REJECTED)).as("what it finds when it begins").isEqualTo(5);
  }

  @Test
  void whoHasATableOfACatalogKnowsWhatItMadeAndWhatOthersMadeOfRuns() {
    StoreConfig catalog = new StoreConfig("", "spark_catalog", "alone");
    Store store = new Store(SPARK, catalog);
    store.fencedBy(() -> {}, true);
    assertThat(store.exists(Tables.REJECTED)).as("there is no schema yet").isFalse();
    assertThat(store.exists(Tables.RUNS)).isFalse();
    store.append(Tables.REJECTED, StoreStateTest.rows("a"));
    store.merge(Tables.REJECTED, StoreStateTest.rows("a", "b"));
    assertThat(store.version(Tables.REJECTED)).isEqualTo(2);
    assertThat(store.read(Tables.REJECTED).count()).isEqualTo(2);

    Store report = new Store(SPARK, catalog);
    report.append(Tables.RUNS, SPARK.createDataFrame(List.of(run()), Tables.RUNS.schema()));
    assertThat(store.version(Tables.RUNS)).as("a report may run beside it").isEqualTo(1);

    report.append(Tables.INSIGHTS, report.read(Tables.INSIGHTS));
    assertThat(store.exists(Tables.INSIGHTS)).as("nobody else makes others").isFalse();
    store.append(Tables.INSIGHTS, store.read(Tables.INSIGHTS));
    assertThat(store.exists(Tables.INSIGHTS)).as("unless somebody does").isTrue();
    store.fencedBy(() -> {}, false);
    SPARK.sql("DROP TABLE " + store.sqlName(Tables.REJECTED));
    assertThat(store.exists(Tables.REJECTED)).as("others may drop it again").isFalse();
  }

  @Test
  void stateBesideACommitAppearsAtItsPlaceWhenItIsWhole() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(
        "spark.sql.streaming.checkpointFileManagerClass", WholeObjects.class.getName());
    org.apache.hadoop.fs.Path place = new org.apache.hadoop.fs.Path(home.toUri());
    CheckpointFileManager files = CheckpointFileManager.create(place, configuration);
    assertThat(files).isInstanceOf(WholeObjects.class);
    var out = files.createAtomic(new org.apache.hadoop.fs.Path(place, "state.crc"), false);
    out.write(7);
    assertThat(names()).as("no other file that would be renamed").containsOnly("state.crc");
    out.close();
    assertThat(Files.readAllBytes(home.resolve("state.crc"))).containsExactly(7);
    files.createAtomic(new org.apache.hadoop.fs.Path(place, "left.crc"), false).cancel();
    assertThat(Files.readAllBytes(home.resolve("state.crc"))).containsExactly(7);
  }

  private List<String> names() throws Exception {
    try (var all = Files.list(home)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("."))
          .toList();
    }
  }

  private void commit(String table, int version) throws Exception {
    Files.writeString(
        home.resolve(table + "/_delta_log/%020d.json".formatted(version)),
        "{\"commitInfo\":{\"timestamp\":1,\"operation\":\"MANUAL UPDATE\"}}\n");
  }

  private static org.apache.spark.sql.Row run() {
    return NamedRow.of(Tables.RUNS)
        .set("run_id", "1")
        .set("name", "n")
        .set("stage", "report")
        .set("config", "")
        .set("config_hash", "")
        .set("code_version", "")
        .set("table_versions", Map.of())
        .set("started_at", Timestamp.from(Instant.EPOCH))
        .set("ended_at", null)
        .set("status", "done")
        .set("counts", Map.of())
        .set("error", null)
        .build();
  }
}
