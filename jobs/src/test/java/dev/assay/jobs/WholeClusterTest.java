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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every stage of the pipeline, with an endpoint that writes, answers and judges, on a standalone
 * cluster: a master and two workers, processes of their own. One worker dies amid the answers, the
 * executor of the other one amid the scores.
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
  void workersOfWhichOneDiesAndAnExecutorThatIsKilledSayWhatOneProcessSays() throws Exception {
    Pipeline pipeline = Pipeline.in(directory, server);
    Files.writeString(
        directory.resolve("broken.jsonl"),
        Files.readString(directory.resolve("suite.jsonl")) + "{\"question\": \"Who\n");
    ConfigLoader.Loaded local = loaded(pipeline, "local");
    inThisProcess(local);
    int calls = server.requests();

    int port = Standalone.freePort();
    long scored;
    ScrapedMetrics scraped = new ScrapedMetrics("http://127.0.0.1:" + port);
    try (Standalone cluster = Standalone.start(directory.resolve("cluster"), 2)) {
      ChildRun run =
          ChildRun.start(
              directory,
              cluster.master(),
              2,
              ChildRun.executors(
                  // Hundreds of small queries take longer to compile than to interpret.
                  "spark.sql.codegen.wholeStage=false",
                  "spark.sql.codegen.factoryMode=NO_CODEGEN",
                  "spark.ui.enabled=true",
                  "spark.ui.port=" + port,
                  "spark.ui.prometheus.enabled=true",
                  "spark.metrics.conf.*.sink.prometheusServlet.class="
                      + "org.apache.spark.metrics.sink.PrometheusServlet",
                  "spark.metrics.conf.*.sink.prometheusServlet.path=/metrics/prometheus"),
              words(pipeline, "remote"));
      // In the middle of the answers: questions are written, judges have not begun.
      while (server.requests() < calls + calls / 2) {
        assertThat(run.isAlive()).as(run.output()).isTrue();
        Thread.sleep(5);
      }
      assertThat(cluster.killWorker(0)).as("the worker had an executor").isTrue();
      // Version 0 makes the table, version 1 has the first batch.
      Path first = directory.resolve("remote/scores/_delta_log/%020d.json".formatted(1));
      while (!Files.exists(first)) {
        assertThat(run.isAlive()).as(run.output()).isTrue();
        scraped.once();
        Thread.sleep(100);
      }
      assertThat(cluster.killExecutor(1)).as("the other worker had an executor").isTrue();
      scored = versions(first.getParent());
      while (run.isAlive()) {
        scraped.once();
        Thread.sleep(2000);
      }
      assertThat(run.join()).as(run.output()).isZero();
    }
    Store expected = new Store(SharedSpark.session(), local.config().store());
    assertThat(scraped.most())
        .as("what Prometheus reads over HTTP while the command runs")
        .containsKeys("calls_waited", "calls_known", "model_texts", "model_remembered")
        .containsEntry("tests_records_rejected", 1.0)
        .hasEntrySatisfying("rows_rejected", rows -> assertThat(rows).isGreaterThanOrEqualTo(1))
        .containsEntry("evaluate_responses_scored", scored(expected))
        .hasEntrySatisfying("rows_done", rows -> assertThat(rows).isPositive())
        .hasEntrySatisfying(
            "calls_made", made -> assertThat(made).isBetween(1.0, calls + 2.0 * Pipeline.IN_FLIGHT))
        .hasEntrySatisfying("calls_tokens", tokens -> assertThat(tokens).isPositive())
        .hasEntrySatisfying("calls_cost", cost -> assertThat(cost).isPositive());
    assertThat(scraped.ofExecutors()).contains("metrics_executor_completedTasks_total{");

    assertThat(server.requests() - calls)
        .as("asked again is at most what was under way, twice")
        .isBetween(calls, calls + 2 * Pipeline.IN_FLIGHT);
    Store actual = new Store(SharedSpark.session(), loaded(pipeline, "remote").config().store());
    assertThat(actual.version(Tables.SCORES))
        .as("scores after the second kill")
        .isGreaterThan(scored);
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

  /** Every job says which stage it belongs to, and which step of it. */
  private static void inThisProcess(ConfigLoader.Loaded local) throws Exception {
    Set<String> seen = new TreeSet<>();
    Set<String> bare = new TreeSet<>();
    for (String stage : local.config().pipeline().stages()) {
      try (SparkJobs jobs = new SparkJobs()) {
        Commands.run(SharedSpark.session(), local, stage);
        bare.addAll(jobs.strangers(stage));
        if (!jobs.labels().isEmpty()) {
          seen.add(stage);
        }
      }
    }
    assertThat(bare).isEmpty();
    assertThat(seen).contains("ingest", "embed", "stratify", "evaluate", "analyze");
  }

  private static double scored(Store store) {
    return store
        .read(Tables.RUNS)
        .where("stage = 'evaluate'")
        .selectExpr("counts['responses scored']")
        .first()
        .getLong(0);
  }

  /** The newest version of which there is a commit. */
  private static long versions(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(file -> file.toString().endsWith(".json")).count() - 1;
    }
  }

  private List<String> words(Pipeline pipeline, String store) {
    List<String> words =
        new ArrayList<>(List.of("run", "--conf", pipeline.configuration().toString()));
    settings(store).forEach(setting -> words.addAll(List.of("--set", setting)));
    // So that there are scores before the second kill and after it.
    words.addAll(List.of("--set", "pipeline.commit-rows=20"));
    return words;
  }

  private ConfigLoader.Loaded loaded(Pipeline pipeline, String store) {
    ConfigLoader loader = ConfigLoader.defaults().file(pipeline.configuration());
    for (String setting : settings(store)) {
      loader = loader.set(setting);
    }
    return loader.load();
  }

  /** Few questions; calls cost something, and one row of the suite cannot be used. */
  private List<String> settings(String store) {
    return List.of(
        "store.path=" + directory.resolve(store),
        "llm.endpoints.e.price-per-million={input=1, output=2}",
        "sample.size=6",
        "generate.per-chunk=1",
        "generate.difficulties=[easy]",
        // Some that an endpoint judges, some by words, some by embeddings.
        "evaluate.evaluators=[sexism, token_f1, text_statistics, self_consistency, groundedness,"
            + " answer_relevancy, facts_covered]",
        "pipeline.commit-seconds=20",
        "tests.sources=[{path=\"" + directory.resolve("broken.jsonl") + "\"}]");
  }
}
