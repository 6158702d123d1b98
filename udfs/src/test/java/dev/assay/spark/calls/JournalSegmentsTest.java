package dev.assay.spark.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.blocks.ParametersConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.llm.Call;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Journal;
import dev.assay.llm.Message;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.llm.calls.Calls;
import dev.assay.llm.calls.Endpoint;
import dev.assay.llm.wire.Wires;
import dev.assay.testing.ScriptedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of stores where nothing can be appended. */
class JournalSegmentsTest {
  @TempDir private Path folder;

  @Test
  void everyReplyIsInSomeObjectAndTwoAttemptsDoNotMeet() throws Exception {
    String directory = folder.resolve("calls").toUri().toString();
    try (ScriptedServer server = ScriptedServer.start()) {
      EndpointSpec spec = spec(server, "");
      for (String attempt : List.of("task-0", "task-1")) {
        List<Call> calls =
            IntStream.range(0, 150)
                .mapToObj(i -> new Call(spec, "test", prompt(attempt + " asks " + i), 0))
                .toList();
        try (Journal journal = Journals.create(directory, attempt)) {
          assertThat(journal).isInstanceOf(JournalSegments.class);
          new Calls(
                  Map.of("e", Endpoint.local(spec, Wires.of(spec), CallCoordinator.shared())),
                  journal,
                  () -> false)
              .make(calls.iterator());
        }
        assertThat(Journals.hashes(directory)).containsAll(calls.stream().map(Call::hash).toList());
      }
    }
    assertThat(Journals.hashes(directory)).hasSize(300);
    try (Stream<Path> objects = Files.list(folder.resolve("calls"))) {
      assertThat(objects.filter(file -> file.toString().endsWith(".jnl")).count())
          .isGreaterThanOrEqualTo(2 * 3);
    }
  }

  @Test
  void noMoreRepliesAreAtRiskThanMayBeUnderWay() throws Exception {
    CountDownLatch stored = new CountDownLatch(1);
    FileSystem slow =
        new FilterFileSystem(FileSystem.getLocal(new Configuration())) {
          @Override
          public FSDataOutputStream create(org.apache.hadoop.fs.Path file, boolean overwrite)
              throws IOException {
            try {
              stored.await();
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return super.create(file, overwrite);
          }
        };
    try (ScriptedServer server = ScriptedServer.start()) {
      EndpointSpec spec = spec(server, ",max-in-flight=8");
      List<Call> calls =
          IntStream.range(0, 100)
              .mapToObj(i -> new Call(spec, "test", prompt("q" + i), 0))
              .toList();
      CompletableFuture<Void> made =
          CompletableFuture.runAsync(
              () -> {
                try (Journal journal = new JournalSegments(slow, folder + "/slow", ".jnl")) {
                  new Calls(
                          Map.of(
                              "e", Endpoint.local(spec, Wires.of(spec), CallCoordinator.shared())),
                          journal,
                          () -> false)
                      .make(calls.iterator());
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      while (server.answered() < 8) {
        Thread.sleep(10);
      }
      Thread.sleep(500);
      assertThat(server.answered()).isEqualTo(8);
      stored.countDown();
      made.get(4, TimeUnit.MINUTES);
      assertThat(server.answered()).isEqualTo(100);
    }
    assertThat(Journals.hashes(folder.toUri().toString())).hasSize(100);
  }

  private static EndpointSpec spec(ScriptedServer server, String more) {
    return EndpointSpec.of(
        "e",
        ConfigLoader.defaults()
            .set(
                "llm.endpoints={e{kind=openai,base-url=\"%s\",model=m%s}}"
                    .formatted(server.chat(), more))
            .load()
            .config()
            .llm()
            .endpoints()
            .get("e"));
  }

  private static String prompt(String text) {
    return new ChatRequest(List.of(Message.user(text)), ParametersConfig.NONE, Optional.empty())
        .prompt();
  }
}
