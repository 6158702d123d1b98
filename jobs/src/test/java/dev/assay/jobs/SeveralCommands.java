package dev.assay.jobs;

import java.util.ArrayList;
import java.util.List;

/** Commands one after the other in one JVM, as {@link Main} runs each; {@code --then} divides. */
final class SeveralCommands {
  static final String THEN = "--then";

  private SeveralCommands() {}

  public static void main(String[] words) {
    List<String> command = new ArrayList<>();
    Cli cli = cli();
    for (String word : words) {
      if (word.equals(THEN)) {
        run(cli, command);
        cli = cli();
        command.clear();
      } else {
        command.add(word);
      }
    }
    run(cli, command);
    cli.stop();
  }

  private static Cli cli() {
    return new Cli(Stages.actions(), Stages.evaluators(), Stages.names(), System.out);
  }

  private static void run(Cli cli, List<String> command) {
    ExitCode code = Main.exitCode(cli, System.err, command.toArray(String[]::new));
    System.out.println("exit " + code.number() + " of " + String.join(" ", command));
  }
}
