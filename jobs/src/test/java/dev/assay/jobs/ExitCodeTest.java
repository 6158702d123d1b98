package dev.assay.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.config.AssayConfig;
import dev.assay.config.grammar.DatabaseConfig;
import dev.assay.grammar.database.Database;
import dev.assay.grammar.database.DatabaseException;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.BudgetStop;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.gate.GateBreach;
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

  @Test
  void whatADatabaseRefusesIsToldWithoutATrace() {
    DatabaseException refused =
        catchThrowableOfType(
            DatabaseException.class,
            () -> Database.open(DatabaseConfig.of("jdbc:sqlite:/nowhere/bank.db")));
    assertThat(code(refused)).isEqualTo(1);
    assertThat(said()).startsWith("assay: The database cannot be opened").doesNotContain("\tat ");
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
