package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Seeds;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL of the driver at random moments of generate, answer and evaluate with judges, all by one
 * endpoint: the tables end as if nothing had happened, and no more calls are asked again than were
 * under way. One of the moments is right after a merge of journals, before they are deleted. There
 * are two; {@code -Dassay.kills=10} asks for more.
 */
@Tag("slow")
class EndpointKillsTest {
  private static final SparkSession SPARK = SharedSpark.session();
  private static final int KILLS = Integer.getInteger("assay.kills", 2);
  private static final int IN_FLIGHT = 4;
  private static final int AFTER_MERGE = 1;
  private static final String STAGES = "[generate,answer,evaluate]";

  @TempDir private Path folder;
  private final ScriptedServer calm = ScriptedServer.start().reply(BankQuestions::wellMeant);
  private final ScriptedServer server =
      ScriptedServer.start().reply(BankQuestions::wellMeant).latency(60);

  @AfterEach
  void stop() {
    calm.close();
    server.close();
  }

  @Test
  void killsCostNoMoreThanWhatWasUnderWay() throws Exception {
    Store undisturbed = prepared("calm", calm);
    inThisProcess("calm");
    int calls = calm.requests();

    Store store = prepared("killed", server);
    int kills = 0;
    for (int moment : moments(calls)) {
      ChildRun run = run();
      boolean merged = kills == AFTER_MERGE ? awaitMerge(run) : awaitAnswered(run, moment);
      if (!merged) {
        break;
      }
      run.kill();
      kills++;
    }
    inThisProcess("killed");

    System.out.printf(
        "%d calls, %d requests, %d of calls that had a reply, %d kills%n",
        calls, server.requests(), server.askedAgain(), kills);
    assertThat(kills).isEqualTo(KILLS);
    assertThat(server.answered()).isEqualTo(calls);
    assertThat(server.requests()).isBetween(calls, calls + KILLS * IN_FLIGHT);
    assertThat(server.askedAgain()).isLessThanOrEqualTo(KILLS * IN_FLIGHT);
    // What a killed command asked is answered long before the next one has started.
    assertThat(server.mostInFlight()).isLessThanOrEqualTo(IN_FLIGHT);
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(rows(store)).isEqualTo(rows(undisturbed));
  }

  private void inThisProcess(String name) {
    ConfigLoader.Loaded loaded = loader(name).load();
    for (String stage : loaded.config().pipeline().stages()) {
      Commands.run(SPARK, loaded, stage);
    }
  }

  /** Random numbers of answered calls, ascending. */
  private static int[] moments(int calls) {
    return IntStream.range(0, KILLS)
        .map(kill -> 1 + (int) (Seeds.uniform(7, "kill", Integer.toString(kill)) * (calls - 20)))
        .sorted()
        .toArray();
  }

  /** Whether so many calls were answered before the command ended. */
  private boolean awaitAnswered(ChildRun run, int number) throws InterruptedException {
    while (server.answered() < number) {
      if (!run.isAlive()) {
        return false;
      }
      Thread.sleep(2);
    }
    return true;
  }

  /** Whether journals were merged before the command ended. */
  private boolean awaitMerge(ChildRun run) throws InterruptedException, IOException {
    long before = commits();
    while (commits() == before) {
      if (!run.isAlive()) {
        return false;
      }
      Thread.sleep(1);
    }
    return true;
  }

  private long commits() throws IOException {
    Path log = folder.resolve("killed/store/llm_calls/_delta_log");
    if (!Files.isDirectory(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(file -> file.getFileName().toString().matches("\\d+\\.json")).count();
    }
  }

  private static List<String> rows(Store store) {
    return Stream.concat(
            store
                .read(Tables.SCORES)
                .selectExpr(
                    "case_id || ' ' || metric || ' ' || status || ' ' || coalesce(value, -1)")
                .as(Encoders.STRING())
                .collectAsList()
                .stream(),
            store
                .read(Tables.TEST_CASES)
                .selectExpr("case_id || ' ' || question")
                .as(Encoders.STRING())
                .collectAsList()
                .stream())
        .sorted()
        .toList();
  }

  private Store prepared(String name, ScriptedServer endpoint) throws IOException {
    Files.createDirectories(folder.resolve(name));
    Files.writeString(
        folder.resolve(name).resolve("my.conf"),
        """
        store.path = "%s"
        stratify { min-k = 2, max-k = 2 }
        sample.size = %d
        pipeline.stages = %s
        llm.endpoints.e { kind = openai, model = m, base-url = "%s", max-in-flight = %d }
        generate { provider = endpoint, endpoint = e, per-chunk = 2, difficulties = [easy, hard]
          query-types = [numeric, yes_no, multiple_choice, unanswerable] }
        systems.chat { kind = openai-chat, endpoint = e }
        judges.endpoints = [e]
        evaluate.evaluators = [sexism, language_mismatch, token_f1]
        """
            .formatted(
                folder.resolve(name).resolve("store"),
                BankQuestions.PRODUCTS.size(),
                STAGES,
                endpoint.chat(),
                IN_FLIGHT));
    BankStore.sampled(folder.resolve(name).resolve("store"));
    return new Store(SPARK, loader(name).load().config().store());
  }

  private ConfigLoader loader(String name) {
    return ConfigLoader.defaults().file(folder.resolve(name).resolve("my.conf"));
  }

  private ChildRun run() {
    return ChildRun.start(
        folder.resolve("killed"), "local[2]", 2, List.of("run", "--conf", "my.conf"));
  }
}
