package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Stage;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.RuntimeConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same input, configuration and seed give the same tables, however the work is divided. */
@Tag("slow")
class DeterminismTest {
  private static final List<Table> CHECKED =
      Tables.ALL.stream()
          .filter(
              table ->
                  !Set.of("runs", "run_history", "configurations", "run_cases")
                      .contains(table.name()))
          .toList();

  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  @TempDir private Path directory;

  /** All at once: what differs in cores, in partitions and in being killed must not differ. */
  @Test
  void tablesDoNotDependOnCoresPartitionsOrAKill() throws Exception {
    Path corpus = corpus();
    List<String> settings = settings(corpus);
    Store first = here("one", 2, settings);
    ChildRun killed = run("two", "local[1]", 7, inSmallBatches(settings));
    awaitCommit(killed, Tables.SCORES);
    killed.kill();
    assertThat(scored(store("two")))
        .as("answers scored when it was killed")
        .isPositive()
        .isLessThan(scored(first));
    Store second = here("two", 5, settings);
    for (Table table : CHECKED) {
      assertThat(new SameTable(table, true).differences(first, second))
          .as("%s, 7 and 5 partitions, killed", table.name())
          .isEqualTo(SameTable.Differences.NONE);
    }
    assertThat(first.isEmpty(Tables.LEADERBOARD)).isFalse();
    assertThat(first.isEmpty(Tables.DECISIONS)).isFalse();
  }

  private Path corpus() throws Exception {
    Path target = Files.createDirectory(directory.resolve("corpus"));
    Path source = Path.of(System.getProperty("assay.root"), "jobs/src/main/resources/demo/corpus");
    try (Stream<Path> files = Files.list(source)) {
      for (Path file : files.sorted().filter(f -> f.toString().matches(".*-0[12]-.*")).toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
    return target;
  }

  private static List<String> settings(Path corpus) {
    return List.of(
        "corpus.sources=[{path=\"" + corpus + "\"}]",
        // All but the report, which writes no table.
        "pipeline.stages=[ingest, embed, stratify, sample, generate, answer, place, evaluate,"
            + " label, calibrate, apply, analyze]",
        "pipeline.commit-seconds=60",
        "stratify.max-k=6",
        "sample.size=12",
        "systems={a={kind=embedded,retriever=dense},b={kind=embedded,retriever=dense,faults=0.4}}",
        "label.sources=[{path=planted-truth}]",
        "calibrate.min-groups=3",
        "analyze.replicates=100",
        "calibrate.replicates=100");
  }

  /** Waits until the first rows of {@code table} are committed: version 0 makes it. */
  private void awaitCommit(ChildRun run, Table table) throws Exception {
    Path commit = directory.resolve("two/%s/_delta_log/%020d.json".formatted(table.name(), 1));
    while (!Files.exists(commit)) {
      assertThat(run.isAlive()).as(run.output()).isTrue();
      Thread.sleep(1);
    }
  }

  /** So that there are some before the kill and some after it. */
  private static List<String> inSmallBatches(List<String> settings) {
    return Stream.concat(
            settings.stream(), Stream.of("pipeline.commit-rows=24", "pipeline.commit-seconds=4"))
        .toList();
  }

  private static long scored(Store store) {
    return store.read(Tables.SCORES).select("case_id", "system", "repeat").distinct().count();
  }

  /** By the session of this JVM, which is warm and has two cores. */
  private Store here(String name, int partitions, List<String> settings) {
    RuntimeConfig session = SharedSpark.session().conf();
    String usual = session.get(PARTITIONS);
    session.set(PARTITIONS, partitions);
    try {
      return here(name, settings);
    } finally {
      session.set(PARTITIONS, usual);
    }
  }

  private Store here(String name, List<String> settings) {
    ConfigLoader loader = ConfigLoader.defaults().set("store.path=" + directory.resolve(name));
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    ConfigLoader.Loaded loaded = loader.load();
    for (Stage stage : Pipeline.RUN.stages(loaded.config())) {
      Commands.run(SharedSpark.session(), loaded, stage.name());
    }
    return new Store(SharedSpark.session(), loaded.config().store());
  }

  private ChildRun run(String name, String master, int partitions, List<String> settings) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(List.of("--set", "store.path=" + directory.resolve(name)));
    settings.forEach(setting -> words.addAll(List.of("--set", setting)));
    return ChildRun.start(directory, master, partitions, words);
  }

  private Store store(String name) {
    ConfigLoader.Loaded loaded =
        ConfigLoader.defaults().set("store.path=" + directory.resolve(name)).load();
    return new Store(SharedSpark.session(), loaded.config().store());
  }
}
