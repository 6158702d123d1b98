package dev.assay.jobs.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.BudgetConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.jobs.TestRun;
import dev.assay.jobs.engine.Run;
import dev.assay.llm.Call;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Message;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.spark.SharedSpark;
import dev.assay.spark.calls.CallRows;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two pieces of work of a stage that ask beside one another. */
class CallsUnderWayTest {
  @TempDir private Path directory;
  private final ScriptedServer server = ScriptedServer.start();
  private final ExecutorService beside = Executors.newSingleThreadExecutor();

  @AfterEach
  void stop() {
    server.close();
    beside.shutdownNow();
  }

  /** The one has asked and has no reply before the other has asked what is the other's alone. */
  @Test
  void aCallThatOneMakesTheOtherWaitsFor() throws Exception {
    CountDownLatch both = new CountDownLatch(1);
    CountDownLatch own = new CountDownLatch(1);
    AtomicBoolean inTime = new AtomicBoolean();
    server.reply(
        question -> {
          if (question.equals("own")) {
            own.countDown();
          } else {
            both.countDown();
            inTime.set(awaited(own));
          }
          return "Yes: " + question;
        });
    CallCoordinator.shared().begin(BudgetConfig.NONE);
    Run run =
        TestRun.of(
            directory,
            "evaluate",
            "llm.endpoints={e{kind=openai,model=m,base-url=\""
                + server.chat()
                + "\",timeout=600}}");
    try (CallsUnderWay underWay = new CallsUnderWay()) {
      Future<List<String>> first = beside.submit(() -> ask(run, underWay, "both"));
      assertThat(awaited(both)).isTrue();
      assertThat(ask(run, underWay, "both", "own")).containsExactly("Yes: both", "Yes: own");
      assertThat(first.get(4, TimeUnit.MINUTES)).containsExactly("Yes: both");
    }
    assertThat(inTime).isTrue();
    assertThat(server.requests()).isEqualTo(2);
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> ask(Run run, CallsUnderWay underWay, String... questions) {
    EndpointSpec endpoint = EndpointSpec.of("e", run.config().llm().endpoints().get("e"));
    List<Row> asked =
        Stream.of(questions)
            .map(
                question ->
                    new ChatRequest(
                        List.of(Message.user(question)), ParametersConfig.NONE, Optional.empty()))
            .map(request -> CallRows.of(new Call(endpoint, "judge", request.prompt(), 0)))
            .toList();
    try (EndpointCalls calls = new EndpointCalls(run, Map.of("e", endpoint), underWay)) {
      List<Row> replies =
          calls
              .make(SharedSpark.session().createDataFrame(asked, CallRows.CALL))
              .replies()
              .collectAsList();
      calls.requireWhole();
      return replies.stream().map(row -> row.<String>getAs("reply")).sorted().toList();
    }
  }
}
