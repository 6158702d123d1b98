package dev.assay.jobs.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Store;
import dev.assay.tables.StoreException;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExclusiveTest {
  private final SparkSession spark = SharedSpark.session();

  @TempDir Path directory;
  private ConfigLoader.Loaded loaded;
  private Store store;

  @BeforeEach
  void newStore() {
    loaded = ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
    store = new Store(spark, loaded.config().store());
  }

  @Test
  void oneCommandWritesAtATimeAndReadersGoOn() throws Exception {
    Path claim = directory.resolve("store/_lease/other.held");
    Files.createDirectories(claim.getParent());
    Files.writeString(
        claim,
        """
        {"user": "night", "host": "worker-7", "process": 12, "command": "run",
         "since": "2026-11-23T02:00:00Z"}
        """);
    assertThatThrownBy(() -> new Exclusive(new Writing()).run(session()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("'assay run' of night on worker-7 (process 12)");
    assertThat(store.exists(Tables.DOCUMENTS)).isFalse();
    new Exclusive(new Reading()).run(session());
    Files.delete(claim);
    new Exclusive(new Writing()).run(session());
    assertThat(store.read(Tables.DOCUMENTS).count()).isEqualTo(1);
    assertThat(claim.getParent()).isEmptyDirectory();
  }

  /** The row of a run that was killed ends; those of a report and a training beside it do not. */
  @Test
  void killedRunsAreClosed() {
    store.append(
        Tables.RUNS,
        spark.createDataFrame(
            List.of(
                run("1", "evaluate", "running"),
                run("2", "report", "running"),
                run("3", "train-support", "running")),
            Tables.RUNS.schema()));
    new Exclusive(new Writing()).run(session());
    assertThat(
            store.read(Tables.RUNS).orderBy("run_id").select("status").collectAsList().stream()
                .map(row -> row.<String>getAs("status")))
        .containsExactly("failed", "running", "running");
  }

  /** Rows of runs, kept at the same time by commands that know nothing of each other. */
  @Test
  void changesThatMeetAreMadeOneAfterTheOther() {
    List<CompletableFuture<Void>> writers =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> {
                          Store own = new Store(spark, loaded.config().store());
                          for (int k = 0; k < 3; k++) {
                            own.merge(
                                Tables.RUNS,
                                spark.createDataFrame(
                                    List.of(run("run " + i, "report", "done")),
                                    Tables.RUNS.schema()));
                          }
                        }))
            .toList();
    writers.forEach(CompletableFuture::join);
    assertThat(store.read(Tables.RUNS).count()).isEqualTo(3);
  }

  private Session session() {
    return new Session(
        spark,
        loaded,
        new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
        Set.of(),
        Map.of(),
        new PrintStream(PrintStream.nullOutputStream()));
  }

  private static Row run(String id, String stage, String status) {
    return NamedRow.of(Tables.RUNS)
        .set("run_id", id)
        .set("name", "n")
        .set("stage", stage)
        .set("config", "")
        .set("config_hash", "")
        .set("code_version", "")
        .set("table_versions", Map.of())
        .set("started_at", Timestamp.from(Instant.EPOCH))
        .set("ended_at", null)
        .set("status", status)
        .set("counts", Map.of())
        .set("error", null)
        .build();
  }

  private class Reading implements Action {
    @Override
    public String name() {
      return "look";
    }

    @Override
    public String meaning() {
      return "Looks.";
    }

    @Override
    public List<Stage> stages(AssayConfig config) {
      return List.of();
    }

    @Override
    public void run(Session session) {
      session.runner().store().read(Tables.DOCUMENTS).count();
    }
  }

  private final class Writing extends Reading {
    @Override
    public boolean writes(Session session) {
      return true;
    }

    @Override
    public void run(Session session) {
      Table table = Tables.DOCUMENTS;
      session
          .runner()
          .store()
          .append(
              table,
              spark.createDataFrame(
                  List.of(
                      NamedRow.of(table)
                          .set("doc_id", "a")
                          .set("uri", "a")
                          .set("title", null)
                          .set("text", "a")
                          .set("metadata", null)
                          .set("ingested_at", Timestamp.from(Instant.EPOCH))
                          .build()),
                  table.schema()));
    }
  }
}
