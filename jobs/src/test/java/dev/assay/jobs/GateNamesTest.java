package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
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

  @Test
  void aSliceOfTheGateThatNoCaseHasIsToldByTheFilesOfAnswers(@TempDir Path folder)
      throws Exception {
    Path answers =
        Files.writeString(
            folder.resolve("answers.csv"),
            "id,question,answer,query_type,product,age\n"
                + "1,a,b,how,Cards,31\n2,c,d,what,Home loans,44\n3,e,f,what,,52\n");
    List<String> words =
        List.of(
            "gate",
            "--dry-run",
            "--set",
            "systems.mine={kind=table, path=\"" + answers + "\", attribute-columns=[product, age]}",
            "--set",
            "analyze={slices=[product, age], slice-bins=2}");
    for (String slice : List.of("query_type=how", "product=Home loans", "age=31 to 44", "all")) {
      assertThat(gate(words, slice)).as(printed()).isZero();
    }
    assertThat(gate(words, "product=Loans")).isEqualTo(64);
    assertThat(printed())
        .contains("gate.slices names 'product=Loans', and no case has product 'Loans'.")
        .contains("Known: Cards, Home loans.");
    assertThat(gate(words, "query_type=whta")).isEqualTo(64);
    assertThat(printed()).contains("no case has query_type 'whta'. Did you mean 'what'?");

    // Where one record does not say its kind, or a system is asked, others may come to be.
    Files.writeString(answers, "4,g,h,,,\n", StandardOpenOption.APPEND);
    assertThat(gate(words, "query_type=whta")).as(printed()).isZero();
    List<String> asked = new ArrayList<>(words);
    asked.addAll(List.of("--set", "systems.dense={kind=embedded, retriever=dense}"));
    assertThat(gate(asked, "product=Loans")).as(printed()).isZero();
  }

  private int gate(List<String> words, String slice) {
    printed.reset();
    List<String> all = new ArrayList<>(words);
    all.addAll(List.of("--set", "gate.slices=[\"" + slice + "\"]"));
    Cli cli = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    return Main.exitCode(
            cli, new PrintStream(printed, true, StandardCharsets.UTF_8), all.toArray(String[]::new))
        .number();
  }
}
