package dev.assay.jobs.stores;

import static org.apache.spark.sql.functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.UsageException;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.JsonRows;
import dev.assay.tables.NamedRow;
import dev.assay.tables.RowValues;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MaintainTest {
  private final SparkSession spark = SharedSpark.session();
  private final Instant now = Instant.now();

  @TempDir Path directory;

  @Test
  void whatNothingNewerRestsOnGoesAndRunsSayWhichVersionsAreGone() throws Exception {
    Store store = store();
    for (int i = 0; i < 6; i++) {
      insight(store, "run" + i, i);
    }
    long named = store.version(Tables.INSIGHTS) - 2;
    append(
        store,
        Tables.RUNS,
        run("run0", "analyze", 90, "done", named),
        run("run1", "analyze", 60, "failed", named),
        run("run2", "analyze", 40, "done", named),
        run("run3", "analyze", 1, "failed", named));
    append(
        store,
        Tables.LLM_CALLS,
        call("failed long ago", 90, "endpoint_error"),
        call("answered long ago", 90, "ok"),
        call("failed today", 0, "endpoint_error"));
    long files = files("insights");

    assertThat(maintain("30d", Set.of(Action.DRY_RUN, "--ledger")))
        .contains("2 runs and 2 calls of the ledger go", "Nothing was changed");
    assertThat(ids()).containsExactly("run0", "run1", "run2", "run3");
    assertThat(calls()).hasSize(3);
    assertThat(files("insights")).isEqualTo(files);

    assertThat(maintain("30d", Set.of())).contains("2 runs and 1 calls of the ledger go");
    // run2 is old, but the newest finished one of its stage.
    assertThat(ids()).containsExactly("run2", "run3");
    assertThat(store().read(Tables.INSIGHTS).select("run_id").distinct().count()).isEqualTo(4);
    assertThat(calls()).containsExactly("answered long ago", "failed today");
    // All versions are younger than 30 days: they stay, and the run's version can be read.
    assertThat(pruned("run2")).isEmpty();
    assertThat(at(named)).isEqualTo(named);

    String freed = maintain("0h", Set.of("--ledger"));
    assertThat(freed.lines().filter(line -> line.startsWith("insights ")))
        .singleElement()
        .asString()
        .doesNotMatch(".* 0$");
    assertThat(freed).contains("Done.");
    assertThat(pruned("run2")).containsExactly("insights");
    assertThatThrownBy(() -> at(named)).isInstanceOf(Exception.class);
    assertThat(files("insights"))
        .as("no file but those of the newest version")
        .isEqualTo(store().upkeep().size(Tables.INSIGHTS, Duration.ZERO).files());
    assertThat(calls()).isEmpty();
    // Those of run2, and of runs 4 and 5, of which nothing is known.
    assertThat(store().read(Tables.INSIGHTS).count()).isEqualTo(3);
    // The store goes on, and once more nothing is left to do.
    insight(store(), "run9", 9);
    assertThat(store().read(Tables.INSIGHTS).count()).isEqualTo(4);
    assertThat(maintain("0h", Set.of(Action.DRY_RUN))).contains("0 runs and 0 calls");
    assertThat(new CheckTables(store()).violations()).isEmpty();
  }

  /** Two runs in night a, one in each of two others, all long ago; of an analysis one is left. */
  @Test
  void theLastAnswersOfEachNightStayForItsLabels() {
    List<Row> runs = new ArrayList<>();
    Map<String, List<String>> cases = new TreeMap<>();
    for (String run : List.of("a1 a 90", "a2 a 80", "b1 b 70", "c1 c 60")) {
      String[] parts = run.split(" ");
      for (String stage : List.of("answer", "analyze")) {
        String id = stage + " " + parts[0];
        runs.add(run(id, stage, Integer.parseInt(parts[2]), "done", 0));
        cases
            .computeIfAbsent(parts[1], night -> new ArrayList<>())
            .add(
                "{\"run_id\":\"%s\",\"case_id\":\"q\",\"system\":\"s\",\"repeat\":0}"
                    .formatted(id));
      }
    }
    append(store(), Tables.RUNS, runs.toArray(Row[]::new));
    cases.forEach(
        (night, rows) ->
            JsonRows.append(
                new Store(spark, loaded().config().store(), night), Tables.RUN_CASES, rows));
    maintain("30d", Set.of());
    assertThat(ids()).containsExactly("analyze c1", "answer a2", "answer b1", "answer c1");
    assertThat(store().read(Tables.RUN_CASES.ofAllNights()).count()).isEqualTo(4);
  }

  /** Report and gate write their runs whoever has the store. */
  @Test
  void aRunThatAnotherCommandDoesAgainMeanwhileStays() {
    Store store = store();
    append(
        store,
        Tables.RUNS,
        run("again", "report", 40, "failed", 0),
        run("gone", "report", 41, "failed", 0));
    OldRows old =
        OldRows.find(store, now.minus(Duration.ofDays(30)), false, loaded().config().baseline());
    replace(store(), run("again", "report", 0, "done", 0));
    old.delete();
    assertThat(ids()).containsExactly("again");
  }

  @Test
  void whichVersionsAreGoneIsToldOfARunAsItIsByThen() {
    Store store = store();
    insight(store, "run", 1);
    append(store, Tables.RUNS, run("named", "gate", 1, "failed", 0));
    Store other = store();
    AtomicInteger asked = new AtomicInteger();
    store.fencedBy(
        () -> {
          if (asked.incrementAndGet() == 1) {
            replace(other, run("named", "gate", 0, "done", 0));
          }
        },
        true);
    PrunedVersions.mark(store, table -> Long.MAX_VALUE);
    assertThat(store().read(Tables.RUNS).select("status").distinct().as(Encoders.STRING()).head())
        .isEqualTo("done");
    assertThat(pruned("named")).containsExactly("insights");
  }

  private void replace(Store store, Row run) {
    store.replace(
        Tables.RUNS,
        spark.createDataFrame(List.of(run), Tables.RUNS.schema()),
        col("run_id").equalTo(run.<String>getAs("run_id")));
  }

  /** Report and gate write their runs whoever has the store. */
  @Test
  void aFileThatAnotherCommandIsAboutToCommitStays() throws IOException {
    Store store = store();
    append(store, Tables.RUNS, run("one", "gate", 1, "done", 0));
    append(store, Tables.RUNS, run("two", "report", 0, "done", 0));
    store.upkeep().compact(Tables.RUNS);
    replace(store, run("two", "report", 0, "done", 1));
    Path runs = directory.resolve("store/runs");
    Path some;
    try (Stream<Path> files = Files.list(runs)) {
      some = files.filter(file -> file.toString().endsWith(".parquet")).findFirst().get();
    }
    Path begun = Files.copy(some, runs.resolve("part-00000-begun.c000.snappy.parquet"));
    Path killed = Files.copy(some, runs.resolve("part-00000-killed.c000.snappy.parquet"));
    Files.setLastModifiedTime(killed, FileTime.from(now.minus(Duration.ofHours(2))));
    maintain("0h", Set.of());
    assertThat(begun).exists();
    assertThat(killed).doesNotExist();
    assertThat(files("runs"))
        .as("what was committed and replaced is gone, however young")
        .isEqualTo(1 + store().upkeep().size(Tables.RUNS, Duration.ZERO).files());
    assertThat(ids()).containsExactly("one", "two");
  }

  @Test
  void aTimeIsReadOrRefused() {
    assertThat(MaintainAction.keep("12h")).isEqualTo(Duration.ofHours(12));
    assertThat(MaintainAction.keep("30d")).isEqualTo(Duration.ofDays(30));
    assertThat(MaintainAction.keep("8w")).isEqualTo(Duration.ofDays(56));
    for (String wrong : List.of("", "30", "d", "-1d", "1.5d", "30 d", "1y")) {
      assertThatThrownBy(() -> MaintainAction.keep(wrong))
          .as(wrong)
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("30d");
    }
  }

  private List<String> ids() {
    return store().read(Tables.RUNS).select("run_id").orderBy("run_id").collectAsList().stream()
        .map(row -> row.<String>getAs("run_id"))
        .toList();
  }

  private List<String> calls() {
    return store()
        .read(Tables.LLM_CALLS)
        .select("call_hash")
        .orderBy("call_hash")
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("call_hash"))
        .toList();
  }

  private List<String> pruned(String run) {
    return RowValues.list(
        store().read(Tables.RUNS).where(col("run_id").equalTo(run)).head(), "pruned");
  }

  /** Rows of insights at a version. */
  private long at(long version) {
    return spark
        .read()
        .format("delta")
        .option("versionAsOf", version)
        .load(directory.resolve("store/insights").toString())
        .count();
  }

  private long files(String table) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("store/" + table))) {
      return files.filter(file -> file.toString().endsWith(".parquet")).count();
    }
  }

  private String maintain(String keep, Set<String> flags) {
    ConfigLoader.Loaded loaded = loaded();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new MaintainAction()
        .run(
            new Session(
                spark,
                loaded,
                new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()),
                flags,
                Map.of(),
                Map.of("--keep", keep),
                new PrintStream(out, true, StandardCharsets.UTF_8)));
    return out.toString(StandardCharsets.UTF_8);
  }

  private Store store() {
    return new Store(spark, loaded().config().store());
  }

  private ConfigLoader.Loaded loaded() {
    return ConfigLoader.defaults().set("store.path=" + directory.resolve("store")).load();
  }

  private Timestamp ago(int days) {
    return Timestamp.from(now.minus(Duration.ofDays(days)));
  }

  private Row run(String id, String stage, int days, String status, long version) {
    return NamedRow.of(Tables.RUNS)
        .set("run_id", id)
        .set("name", "a")
        .set("stage", stage)
        .set("config", "{}")
        .set("config_hash", "h")
        .set("table_versions", Map.of("insights", version))
        .set("started_at", ago(days))
        .set("ended_at", ago(days))
        .set("status", status)
        .build();
  }

  private void insight(Store store, String run, int number) {
    append(
        store,
        Tables.INSIGHTS,
        NamedRow.of(Tables.INSIGHTS)
            .set("run_id", run)
            .set("id", "i" + number)
            .set("severity", "low")
            .set("description", "insight " + number)
            .set("case_ids", List.of())
            .set("attributes", Map.of())
            .build());
  }

  private Row call(String id, int days, String status) {
    return NamedRow.of(Tables.LLM_CALLS)
        .set("call_hash", id)
        .set("purpose", "answer")
        .set("endpoint", "e")
        .set("prompt", "p")
        .set("sample", 0)
        .set("reply", status.equals("ok") ? "r" : null)
        .set("attempts", 1)
        .set("status", status)
        .set("called_at", ago(days))
        .build();
  }

  private void append(Store store, Table table, Row... rows) {
    store.append(table, spark.createDataFrame(List.of(rows), table.schema()));
  }
}
