package dev.assay.jobs;

import dev.assay.base.OneLine;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * The main class of every stage, on any master. Under {@code scripts/assay} (which sets {@code
 * ASSAY_LAUNCHER=1}) failures become exit codes; anywhere else they are thrown, so that YARN and
 * Databricks see them, and neither the JVM nor the session is ended here.
 */
public final class Main {

  private Main() {}

  public static void main(String[] words) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    boolean json = List.of(words).contains(Outcome.JSON);
    Cli cli = new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), json ? err : out);
    Optional<PrintStream> machines = json ? Optional.of(out) : Optional.empty();
    if ("1".equals(System.getenv("ASSAY_LAUNCHER"))) {
      Signals signals = Signals.watch(err, code -> stopped(cli, machines, code));
      ExitCode code = exitCode(cli, err, machines, signals::ending, words);
      if (signals.ending()) {
        pause(); // The exit that the signal began goes on, with its code.
      }
      cli.stop();
      Ending.exit(code.number());
    }
    run(cli, machines, words);
  }

  /**
   * A signal ends the process: machines are told now, since the work may end in any way or none.
   */
  private static void stopped(Cli cli, Optional<PrintStream> machines, int code) {
    Outcome outcome = cli.stoppedBySignal(code);
    machines.ifPresent(out -> out.println(outcome.json()));
  }

  /** Runs, and prints for machines what it came to, however it ends. */
  private static void run(Cli cli, Optional<PrintStream> machines, String... words) {
    Optional<Throwable> failure = Optional.empty();
    try {
      cli.run(words);
    } catch (Throwable thrown) { // Scala throws checked exceptions that no signature declares
      failure = Optional.of(thrown);
      throw thrown;
    } finally {
      Outcome outcome = cli.outcome(failure);
      if (outcome.signal().isEmpty()) { // Else it was told when the signal came.
        machines.ifPresent(out -> out.println(outcome.json()));
      }
    }
  }

  /**
   * Runs, and says on {@code err} why it failed: a message where it was foreseen, else the trace.
   */
  static ExitCode exitCode(Cli cli, PrintStream err, String... words) {
    return exitCode(cli, err, Optional.empty(), words);
  }

  /** The same, and says on {@code machines} in one line of JSON what it came to. */
  static ExitCode exitCode(
      Cli cli, PrintStream err, Optional<PrintStream> machines, String... words) {
    return exitCode(cli, err, machines, () -> false, words);
  }

  /**
   * @param silent whether what fails now failed for a reason that was told already
   */
  private static ExitCode exitCode(
      Cli cli,
      PrintStream err,
      Optional<PrintStream> machines,
      BooleanSupplier silent,
      String... words) {
    try {
      run(cli, machines, words);
      return ExitCode.DONE;
    } catch (Throwable failure) { // Scala throws checked exceptions that no signature declares
      if (!silent.getAsBoolean()) {
        tell(failure, err);
      }
      return ExitCode.of(failure);
    }
  }

  private static void tell(Throwable failure, PrintStream err) {
    Optional<Throwable> told = ExitCode.told(failure);
    Optional<String> hindrance = Hindrance.of(failure, told.isPresent());
    if (hindrance.isPresent()) {
      err.println("assay: " + hindrance.get());
    } else if (told.isPresent()) {
      err.println("assay: " + shown(told.get().getMessage()));
    } else {
      err.println("assay: failed unexpectedly");
      failure.printStackTrace(err);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A message may have lines, but moves no cursor. */
  private static String shown(String message) {
    return message.lines().map(OneLine::of).collect(Collectors.joining("\n"));
  }
}
