package dev.assay.jobs;

import dev.assay.base.OneLine;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
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
      ExitCode code = exitCode(cli, err, machines, words);
      cli.stop();
      System.exit(code.number());
    }
    run(cli, machines, words);
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
      machines.ifPresent(out -> out.println(outcome.json()));
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
    try {
      run(cli, machines, words);
      return ExitCode.DONE;
    } catch (Throwable failure) { // Scala throws checked exceptions that no signature declares
      ExitCode.told(failure)
          .ifPresentOrElse(
              told -> err.println("assay: " + shown(told.getMessage())),
              () -> {
                err.println("assay: failed unexpectedly");
                failure.printStackTrace(err);
              });
      return ExitCode.of(failure);
    }
  }

  /** A message may have lines, but moves no cursor. */
  private static String shown(String message) {
    return message.lines().map(OneLine::of).collect(Collectors.joining("\n"));
  }
}
