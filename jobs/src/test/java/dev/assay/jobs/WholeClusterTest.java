package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.kills.Pipeline;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every stage of the pipeline, with an endpoint that writes, answers and judges, on a standalone
 * cluster: a master and two workers, processes of their own. One worker dies on the way.
 */
@Tag("slow")
class WholeClusterTest {
  private static final Set<Table> OF_RUNS =
      Set.of(Tables.RUNS, Tables.RUN_HISTORY, Tables.CONFIGURATIONS, Tables.RUN_CASES);

  @TempDir private Path directory;
  private final ScriptedServer server =
      ScriptedServer.start().reply(BankQuestions::wellMeant).latency(30);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void twoWorkersOfWhichOneDiesSayWhatOneProcessSays() throws Exception {
    Pipeline pipeline = Pipeline.in(directory, server);
    ConfigLoader.Loaded local = loaded(pipeline, "local");
    for (String stage : local.config().pipeline().stages()) {
      Commands.run(SharedSpark.session(), local, stage);
    }
    int calls = server.requests();

    try (Standalone cluster = Standalone.start(directory.resolve("cluster"), 2)) {
      ChildRun run =
          ChildRun.start(
              directory,
              cluster.master(),
              2,
              ChildRun.executors(
                  "spark.sql.adaptive.enabled=false",
                  // Hundreds of small queries take longer to compile than to interpret.
                  "spark.sql.codegen.wholeStage=false",
                  "spark.sql.codegen.factoryMode=NO_CODEGEN"),
              List.of(
                  "run",
                  "--conf",
                  pipeline.configuration().toString(),
                  "--set",
                  "store.path=" + directory.resolve("remote")));
      // In the middle of the answers: questions are written, judges have not begun.
      while (server.requests() < calls + calls / 2) {
        assertThat(run.isAlive()).as(run.output()).isTrue();
        Thread.sleep(5);
      }
      assertThat(cluster.killWorker(0)).as("the worker had an executor").isTrue();
      assertThat(run.join()).as(run.output()).isZero();
    }

    assertThat(server.requests() - calls)
        .as("asked again is at most what was under way")
        .isBetween(calls, calls + Pipeline.IN_FLIGHT);
    Store expected = new Store(SharedSpark.session(), local.config().store());
    Store actual = new Store(SharedSpark.session(), loaded(pipeline, "remote").config().store());
    for (Table table : Tables.ALL) {
      if (!OF_RUNS.contains(table)) {
        assertThat(new SameTable(table, true).differences(expected, actual))
            .as(table.name())
            .isEqualTo(SameTable.Differences.NONE);
      }
    }
    assertThat(actual.read(Tables.RUNS).where("status = 'done'").count())
        .isEqualTo(local.config().pipeline().stages().size());
    assertThat(new CheckTables(actual).violations()).isEmpty();
  }

  private ConfigLoader.Loaded loaded(Pipeline pipeline, String store) {
    return ConfigLoader.defaults()
        .file(pipeline.configuration())
        .set("store.path=" + directory.resolve(store))
        .load();
  }
}
