package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that the gate is held to, told by a dry run before anything runs. */
class GateNamesTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aMisspeltMetricOfTheGateIsToldByADryRun() {
    Cli all = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
    for (String command : List.of("gate", "run")) {
      printed.reset();
      ExitCode code =
          Main.exitCode(
              all,
              err,
              command,
              "--set",
              "gate.metric=token_f1.token_ff",
              "--set",
              "pipeline.stages=[analyze, gate]",
              "--dry-run");
      assertThat(code.number()).isEqualTo(64);
      assertThat(printed())
          .contains(
              "gate.metric = 'token_f1.token_ff' is no metric that this configuration selects")
          .contains("Did you mean 'token_f1.token_f1'?");
    }
  }

  @Test
  void systemsOfTheGateAreThoseThatTheAnswersName(@TempDir Path folder) throws Exception {
    Path answers =
        Files.writeString(
            folder.resolve("answers.jsonl"),
            """
            {"id":"1","question":"What?","answer":"That.","system":"assistant-v1"}
            {"id":"1","question":"What?","answer":"This.","system":"assistant-v2"}
            {"id":"2","question":"Who?","answer":"She."}
            """);
    Cli all = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
    String mine = "systems.mine={kind=table, path=\"" + answers + "\"}";
    for (String system : List.of("assistant-v1", "assistant-v2", "mine")) {
      String wanted = "gate.systems=[" + system + "]";
      assertThat(
              Main.exitCode(all, err, "gate", "--set", mine, "--set", wanted, "--dry-run").number())
          .as(printed())
          .isZero();
    }
    for (String setting :
        List.of("gate.systems=[asistant-v2]", "baseline.systems={asistant-v2=a}")) {
      printed.reset();
      ExitCode code = Main.exitCode(all, err, "gate", "--set", mine, "--set", setting, "--dry-run");
      assertThat(code.number()).isEqualTo(64);
      assertThat(printed())
          .contains("names 'asistant-v2', of which there is no answer")
          .contains("Did you mean 'assistant-v2'? Known: assistant-v1, assistant-v2, mine.");
    }
  }

  @Test
  void aMisspeltDimensionOfTheGateIsToldByTheFilesOfLabels(@TempDir Path folder) throws Exception {
    Path labels =
        Files.writeString(
            folder.resolve("labels.csv"),
            "id,system,dimension,label\n1,a,correct,yes\n1,a,grounded,no\n");
    Cli all = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    PrintStream err = new PrintStream(printed, true, StandardCharsets.UTF_8);
    String sources = "label.sources=[{path=\"" + labels + "\"}]";
    for (String dimension : List.of("grounded", "friendliness", "")) {
      String wanted = "gate.dimension=\"" + dimension + "\"";
      assertThat(
              Main.exitCode(all, err, "gate", "--set", sources, "--set", wanted, "--dry-run")
                  .number())
          .as(printed())
          .isZero();
    }
    printed.reset();
    ExitCode code =
        Main.exitCode(
            all, err, "gate", "--set", sources, "--set", "gate.dimension=corect", "--dry-run");
    assertThat(code.number()).isEqualTo(64);
    assertThat(printed())
        .contains("gate.dimension = 'corect', which no label of label.sources is about")
        .contains("Did you mean 'correct'? Known: correct, grounded.");
  }
}
