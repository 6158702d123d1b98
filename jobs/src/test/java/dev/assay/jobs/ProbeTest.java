package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.assay.jobs.engine.UsageException;
import dev.assay.testing.ScriptedServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a dry run finds out without Spark: endpoints, files, columns of labels. */
class ProbeTest {
  private static final String ENDPOINTS =
      "llm.endpoints={judge{kind=openai,model=m,base-url=\"%1$s\"},"
          + "assistant{kind=http-json,base-url=\"%2$s\"}}";
  private static final String SYSTEM =
      "systems={bot{kind=http-json,endpoint=assistant,body=\"{\\\"query\\\":\\\"{question}\\\"}\","
          + "reply{answer=\"/answer\"}}}";

  @TempDir private Path folder;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void everyEndpointAndAskedSystemIsCalledOnceAndSaysHowLongItTook() {
    try (ScriptedServer server = ScriptedServer.start()) {
      run(
          "answer",
          "--dry-run",
          "--probe",
          "--set",
          ENDPOINTS.formatted(server.chat(), server.service()),
          "--set",
          SYSTEM);
      assertThat(server.requests()).isEqualTo(2);
    }
    assertThat(printed())
        .containsPattern("systems\\.bot \\(http-json\\): ok, \\d+ ms")
        .containsPattern("llm\\.endpoints\\.judge \\(openai, m\\): ok, \\d+ ms")
        .containsPattern("requests 2, tokens \\d+")
        .endsWith("No stage was run.\n");
  }

  @Test
  void withoutProbeNothingIsCalled() {
    try (ScriptedServer server = ScriptedServer.start()) {
      run(
          "answer",
          "--dry-run",
          "--set",
          ENDPOINTS.formatted(server.chat(), server.service()),
          "--set",
          SYSTEM);
      assertThat(server.requests()).isZero();
    }
    assertThatThrownBy(() -> run("evaluate", "--probe"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--dry-run");
  }

  @Test
  void oneThatDoesNotAnswerIsOneLineWithoutItsKeyAndTheCommandFails() throws Exception {
    Path key = Files.writeString(folder.resolve("key"), "wrong-sesame");
    try (ScriptedServer server = ScriptedServer.start().key("sesame")) {
      String endpoint =
          "llm.endpoints={judge{kind=openai,model=m,base-url=\"%s\",api-key-file=\"%s\"}}"
              .formatted(server.chat(), key);
      Throwable failure =
          catchThrowable(() -> run("evaluate", "--dry-run", "--probe", "--set", endpoint));
      assertThat(ExitCode.of(failure).number()).isEqualTo(1);
      assertThat(failure.getMessage())
          .contains("llm.endpoints.judge (openai, m): ")
          .contains("401");
      assertThat(server.requests()).as("tried once").isEqualTo(1);
      assertThat(printed() + failure.getMessage()).doesNotContain("sesame");
    }
  }

  @Test
  void filesThatAreNotThereAndColumnsThatLabelsLackAreTold() throws Exception {
    Path labels = Files.writeString(folder.resolve("labels.csv"), "case;verdict\n1;yes\n");
    Path closed = Files.writeString(folder.resolve("file"), "");
    assertThatThrownBy(
            () ->
                run(
                    "run",
                    "--dry-run",
                    "--set",
                    "pipeline.stages=[tests,answer,label,report]",
                    "--set",
                    "tests.sources=[{path=\""
                        + folder
                        + "/suite.jsonl\"},{path=\""
                        + folder
                        + "/*.csv\"}]",
                    "--set",
                    "systems.mine={kind=table,path=\"" + folder + "/answers.jsonl\"}",
                    "--set",
                    "label.sources=[{path=\"" + labels + "\",label-column=verdict}]",
                    "--set",
                    "report.path=\"" + closed + "/report.html\""))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("tests.sources: '" + folder + "/suite.jsonl' does not exist")
        .hasMessageContaining("systems.mine.path: '" + folder + "/answers.jsonl' does not exist")
        .hasMessageContaining("there is no column 'id'. Columns: case, verdict.")
        .hasMessageContaining("there is no column 'dimension'")
        .hasMessageContaining("report.path: '" + closed + "/report.html' cannot be made")
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(6));
    assertThat(printed()).contains("# Plan of 'run'");
  }

  private void run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--set", "store.path=\"" + folder.resolve("store") + "\""));
    new Cli(
            Stages.actions(),
            Stages.evaluators(),
            Stages.names(),
            new PrintStream(printed, true, StandardCharsets.UTF_8))
        .run(all.toArray(String[]::new));
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
