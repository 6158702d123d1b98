package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.base.Secret;
import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.database.Database;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.gate.GateBreach;
import dev.assay.model.ModelException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExitCodeTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

  private String said() {
    return said.toString(StandardCharsets.UTF_8);
  }

  private int code(RuntimeException failure) {
    return Main.exitCode(cli(failure), err, "fail", "--dry-run").number();
  }

  @Test
  void isThatOfTheContract() {
    assertThat(code(new StageException("x"))).isEqualTo(1);
    assertThat(code(new IllegalStateException("x"))).isEqualTo(1);
    assertThat(code(new GateBreach("x"))).isEqualTo(2);
    assertThat(code(new BudgetStop("x"))).isEqualTo(3);
    assertThat(code(new UsageException("x"))).isEqualTo(64);
    assertThat(Main.exitCode(cli(null), err, "fail", "--dry-run").number()).isZero();
    assertThat(Main.exitCode(cli(null), err, "fail", "--help").number()).isZero();
  }

  @Test
  void badConfigurationIsUsage() {
    ExitCode code = Main.exitCode(cli(null), err, "fail", "--set", "sample.size=0", "--dry-run");
    assertThat(code.number()).isEqualTo(64);
    assertThat(said())
        .isEqualToIgnoringNewLines(
            "assay: 'sample.size' is \"0\" (--set sample.size). Allowed: 1 or more.");
  }

  @Test
  void isFoundUnderTheExceptionsOfSpark() {
    var wrapped =
        new RuntimeException("Job aborted", new RuntimeException(new BudgetStop("spent")));
    assertThat(code(wrapped)).isEqualTo(3);
    assertThat(said()).isEqualToIgnoringNewLines("assay: spent");
  }

  /** As of tasks that are to compute on a GPU where CUDA does not start. */
  @Test
  void aModelThatCannotBeLoadedIsToldWithoutATrace() {
    var wrapped = new RuntimeException("Job aborted", new ModelException("no CUDA on gpu:0"));
    assertThat(code(wrapped)).isEqualTo(1);
    assertThat(said()).isEqualToIgnoringNewLines("assay: no CUDA on gpu:0");
  }

  @Test
  void aDatabaseThatIsNotThereIsToldWithoutATrace() {
    DatabaseConfig config =
        DatabaseConfig.of("jdbc:sqlite:/no/such/bank.sqlite", "", new Secret("sesame"));
    RuntimeException failure =
        org.junit.jupiter.api.Assertions.assertThrows(
            RuntimeException.class, () -> Database.open(config));
    assertThat(code(failure)).isEqualTo(1);
    assertThat(said())
        .startsWith("assay: The database cannot be opened (grammar.database.url")
        .doesNotContain("\tat ", "sesame");
  }

  @Test
  void whatTheMachineDoesIsToldInOneLine() {
    var full =
        new RuntimeException(
            "Job aborted due to stage failure", new java.io.IOException("No space left on device"));
    assertThat(code(full)).isEqualTo(1);
    assertThat(said())
        .isEqualToIgnoringNewLines(
            "assay: The disk is full: No space left on device. Free space there; the same command"
                + " goes on where it was.");
    said.reset();
    var beside = new IllegalStateException("x");
    beside.addSuppressed(new java.io.IOException("/data/part-1 (Read-only file system)"));
    assertThat(code(beside)).isEqualTo(1);
    assertThat(said().lines())
        .singleElement()
        .asString()
        .startsWith("assay: The file system can only be read: /data/part-1");
    said.reset();
    // What was said for people stays, unless the disk is why.
    code(new StageException("label.sources[0].path: 'x' (Permission denied)"));
    assertThat(said()).startsWith("assay: label.sources[0].path: 'x'");
    said.reset();
    code(new StageException("The journals fail", new java.io.IOException("Disk quota exceeded")));
    assertThat(said()).startsWith("assay: Your quota of the disk is used up");
    said.reset();
    code(new RuntimeException(new java.nio.file.AccessDeniedException("/data/store/runs")));
    assertThat(said()).startsWith("assay: A file may not be written or read: /data/store/runs");
  }

  @Test
  void aMessageMovesNoCursor() {
    code(new StageException("one\u001B[2J\ntwo"));
    assertThat(said().lines()).containsExactly("assay: one [2J", "two");
  }

  @Test
  void whatNobodyForesawIsShownWithItsTrace() {
    code(new IllegalStateException("odd"));
    assertThat(said()).contains("failed unexpectedly", "IllegalStateException: odd", "\tat ");
  }

  private static Cli cli(RuntimeException failure) {
    return new Cli(
        List.of(new Failing(failure)),
        Set.of(),
        Set.of(),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  }

  private record Failing(RuntimeException failure) implements Action {
    @Override
    public String name() {
      return "fail";
    }

    @Override
    public String meaning() {
      return "Fails.";
    }

    @Override
    public List<Stage> stages(AssayConfig config) {
      if (failure != null) {
        throw failure;
      }
      return List.of();
    }

    @Override
    public void run(Session session) {
      throw new AssertionError("runs");
    }
  }
}
