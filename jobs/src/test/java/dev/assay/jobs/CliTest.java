package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigException;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.engine.UsageException;
import dev.assay.tables.Tables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class CliTest {
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
  private final Cli cli = cli(List.of(new OneStage(new Cutting()), new Listing()));

  private Cli cli(List<Action> actions) {
    return new Cli(actions, Stages.evaluators(), Set.of(), out);
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }

  @Test
  void helpOfAStageNamesTablesKeysAndOptions() {
    cli.run("cut", "--help");
    assertThat(printed())
        .contains("Reads: documents", "Writes: chunks")
        .contains("Configuration: chunk.max-tokens", "Knows: knives")
        .contains("--conf=FILE", "--set=key=value", "--dry-run");
  }

  @Test
  void theGateRefusesABaselineThatMoves() {
    Cli all = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    assertThatThrownBy(() -> all.run("gate", "--set", "baseline.run=previous", "--dry-run"))
        .isInstanceOf(UsageException.class)
        .hasMessage("gate needs a named baseline.run; previous is for changes");
    all.run("changes", "--set", "baseline.run=previous", "--dry-run");
  }

  @Test
  void theFormatOfTheGateIsAnOption() {
    Cli all = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), out);
    all.run("gate", "--format", "junit", "--dry-run");
    assertThat(printed()).containsPattern("format\\s*[=:]\\s*\"?junit");
    assertThatThrownBy(() -> all.run("gate", "--format", "xml", "--dry-run"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("Unknown format 'xml'");
  }

  @TestFactory
  List<DynamicTest> everyCommandHasHelpThatSaysWhatItDoes() {
    return Stages.actions().stream()
        .map(
            action ->
                DynamicTest.dynamicTest(
                    action.name(),
                    () -> {
                      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                      new Cli(
                              Stages.actions(),
                              Set.of(),
                              Set.of(),
                              new PrintStream(bytes, true, StandardCharsets.UTF_8))
                          .run(action.name(), "--help");
                      assertThat(bytes.toString(StandardCharsets.UTF_8))
                          .contains("assay " + action.name(), "--conf", "--set", "--dry-run");
                      assertThat(action.meaning()).hasSizeGreaterThan(40);
                    }))
        .toList();
  }

  @Test
  void helpListsTheStagesAndWhereSparkOptionsGo() {
    cli.run("--help");
    assertThat(printed()).contains("cut", "list", "--master");
  }

  @Test
  void ownSwitchesAreInTheHelp() {
    cli.run("list", "--help");
    assertThat(printed()).contains("Lists 100% of ${everything}.", "--check", "Looks closer.");
  }

  @Test
  void unknownStageNamesTheNearest() {
    assertThatThrownBy(() -> cli.run("cutt"))
        .isInstanceOf(UsageException.class)
        .hasMessage("Unknown stage 'cutt'. Did you mean 'cut'? Known: cut, list.");
  }

  @Test
  void missingStageAndUnknownOptionAreUsageErrors() {
    assertThatThrownBy(() -> cli.run())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("cut, list");
    assertThatThrownBy(() -> cli.run("cut", "--check"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("'--check'")
        .hasMessageContaining("assay cut --help");
  }

  @Test
  void configurationIsCheckedBeforeSparkStarts() {
    assertThatThrownBy(() -> cli.run("cut", "--set", "evaluate.evaluators=[blue]"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "Unknown evaluator 'blue' (--set evaluate.evaluators). Did you mean 'bleu'?");
  }

  @Test
  void dryRunPrintsConfigurationPlanAndEstimateAndRunsNothing(@TempDir Path folder)
      throws IOException {
    Path conf =
        Files.writeString(
            folder.resolve("a.conf"),
            "run.name = mine, evaluate { evaluators = [bleu], parameters.bleu.token = sesame }");
    cli.run("cut", "--conf", conf.toString(), "--set", "chunk.max-tokens=99", "--dry-run");
    assertThat(printed())
        .contains("name=mine", "max-tokens=99", "token=\"***\"")
        .doesNotContain("sesame")
        .contains(" 1. cut", "reads documents; writes chunks")
        .contains("LLM calls 2, tokens 1,000, cost 0.50; texts to embed 7", "knife by knife")
        .contains("Nothing was run.");
  }

  @Test
  void anUnknownAmountStaysUnknownInTheSum() {
    assertThat(Plan.UNKNOWN_INPUT).asString().contains("known once the input is read");
    assertThat(Plan.NO_MODEL).asString().contains("texts to embed 0");
  }

  @Test
  void aDryRunSaysWhatAskingWouldTakeAtMost() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Cli(
            Stages.actions(),
            Set.of(),
            Set.of(),
            new PrintStream(bytes, true, StandardCharsets.UTF_8))
        .run(
            "answer",
            "--dry-run",
            "--set",
            "llm.endpoints={e{kind=openai,model=m,base-url=\"http://h\",price-per-million{input=1000,output=10000}}}",
            "--set",
            "systems={a{kind=openai-chat,endpoint=e,parameters{max-tokens=50}}}",
            "--set",
            "sample.size=100",
            "--set",
            "generate.per-chunk=2",
            "--set",
            "answer.repeats=5");
    // 100 x 2 x 5 calls of 30 tokens for the question, 50 for the answer, and of the prompt
    // {"messages":[{"role":"user","content":"{question}"}],"parameters":{"max_tokens":50}}, which
    // has 84 characters, 1 + 84 / 4 = 22. Cost 1000 x (52 x 0.001 + 50 x 0.01).
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("LLM calls 1,000, tokens 102,000, cost 552.00; texts to embed 0");
  }

  @Test
  void aSecretOnTheCommandLineIsRefused() {
    assertThatThrownBy(() -> cli.run("cut", "--set", "llm.endpoints.e.api-key=sesame"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("command line")
        .hasMessageNotContaining("sesame");
  }

  private record Listing() implements Action {
    @Override
    public String name() {
      return "list";
    }

    @Override
    public String meaning() {
      return "Lists 100% of ${everything}.";
    }

    @Override
    public Map<String, String> flags() {
      return Map.of("--check", "Looks closer.");
    }

    @Override
    public List<Stage> stages(AssayConfig config) {
      return List.of();
    }

    @Override
    public void run(Session session) {
      throw new AssertionError("runs");
    }
  }

  private record Cutting() implements Stage {
    @Override
    public StageSpec spec() {
      return StageSpec.of("cut")
          .reads(Tables.DOCUMENTS)
          .writes(Tables.CHUNKS)
          .keys("chunk.max-tokens");
    }

    @Override
    public List<String> help() {
      return List.of("Knows: knives");
    }

    @Override
    public Plan plan(AssayConfig config) {
      return new Plan(2, 1000, 0.5, OptionalLong.of(7), List.of("knife by knife"));
    }

    @Override
    public Counts run(Run run) {
      throw new AssertionError("runs");
    }
  }
}
