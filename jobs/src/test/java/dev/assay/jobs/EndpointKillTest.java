package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.stores.CheckTables;
import dev.assay.spark.SharedSpark;
import dev.assay.tables.Store;
import dev.assay.tables.Tables;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL of an executor while calls are under way: all are answered in the end, and no more are
 * asked again than were under way. {@link EndpointKillsTest} kills the driver.
 */
@Tag("slow")
class EndpointKillTest {
  private static final int CASES = 300;
  private static final int IN_FLIGHT = 16;

  @TempDir private Path directory;
  private final ScriptedServer server = ScriptedServer.start().latency(100);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aKilledExecutorsShareGoesToTheOther() throws Exception {
    Store store = prepared();
    CallEvents events = new CallEvents(directory.resolve("events"));
    ChildRun run =
        ChildRun.start(
            directory,
            "local-cluster[2,1,1024]",
            2,
            ChildRun.executors(events.settings().toArray(String[]::new)),
            List.of("answer", "--conf", "my.conf"));
    awaitAnswered(CASES / 3);
    // Were its rows all that there is of the calls, Spark would begin the stage anew, beside the
    // task of the other executor, which goes on calling.
    assertThat(run.killExecutor(events.lastMapper())).isTrue();
    assertThat(run.join()).as(run.output()).isZero();
    assertThat(events.begunAnew()).as("%s", events.tasks()).isZero();
    assertThat(store.read(Tables.RESPONSES).where("status = 'ok'").count()).isEqualTo(CASES);
    assertThat(store.read(Tables.LLM_CALLS).where("status = 'ok'").count()).isEqualTo(CASES);
    assertThat(new CheckTables(store).violations()).isEmpty();
    assertThat(server.mostInFlight()).isLessThanOrEqualTo(2 * IN_FLIGHT);
    System.out.printf(
        "%d requests for %d calls, %d asked again%n",
        server.requests(), CASES, server.askedAgain());
    assertThat(server.requests())
        .as("asked more than once: %s", server.askedTwice())
        .isBetween(CASES, CASES + IN_FLIGHT);
  }

  private void awaitAnswered(int number) throws InterruptedException {
    long end = System.nanoTime() + 600_000_000_000L;
    while (server.answered() < number) {
      assertThat(System.nanoTime()).as("%d answered", server.answered()).isLessThan(end);
      Thread.sleep(20);
    }
  }

  private Store prepared() throws Exception {
    Files.writeString(
        directory.resolve("my.conf"),
        """
        store.path = "%s"
        llm.endpoints.e { kind = openai, model = m, base-url = "%s", max-in-flight = %d }
        systems.chat { kind = openai-chat, endpoint = e }
        """
            .formatted(directory.resolve("store"), server.chat(), IN_FLIGHT));
    return AskedCases.copied(SharedSpark.session(), configuration(), CASES);
  }

  private ConfigLoader.Loaded configuration() {
    return ConfigLoader.defaults().file(directory.resolve("my.conf")).load();
  }
}
