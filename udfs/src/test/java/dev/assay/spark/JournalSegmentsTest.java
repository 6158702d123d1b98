package dev.assay.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.ConfigLoader;
import dev.assay.config.ParametersConfig;
import dev.assay.llm.Call;
import dev.assay.llm.CallDesk;
import dev.assay.llm.Calls;
import dev.assay.llm.ChatRequest;
import dev.assay.llm.Endpoint;
import dev.assay.llm.EndpointSpec;
import dev.assay.llm.Journal;
import dev.assay.llm.Message;
import dev.assay.testing.ScriptedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Journals of stores where nothing can be appended. */
class JournalSegmentsTest {
  @TempDir private Path folder;

  @Test
  void everyReplyIsInSomeObjectAndTwoAttemptsDoNotMeet() throws Exception {
    String directory = folder.resolve("calls").toUri().toString();
    try (ScriptedServer server = ScriptedServer.start()) {
      EndpointSpec spec =
          EndpointSpec.of(
              "e",
              ConfigLoader.defaults()
                  .set(
                      "llm.endpoints={e{kind=openai,base-url=\"%s\",model=m}}"
                          .formatted(server.chat()))
                  .load()
                  .config()
                  .llm()
                  .endpoints()
                  .get("e"));
      for (String attempt : List.of("task-0", "task-1")) {
        List<Call> calls =
            IntStream.range(0, 150)
                .mapToObj(i -> new Call(spec, "test", prompt(attempt + " asks " + i), 0))
                .toList();
        try (Journal journal = Journals.create(directory, attempt)) {
          assertThat(journal).isInstanceOf(JournalSegments.class);
          new Calls(Map.of("e", Endpoint.local(spec, CallDesk.shared())), journal, () -> false)
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

  private static String prompt(String text) {
    return new ChatRequest(List.of(Message.user(text)), ParametersConfig.NONE, Optional.empty())
        .prompt();
  }
}
