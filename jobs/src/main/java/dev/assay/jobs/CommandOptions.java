package dev.assay.jobs;

import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.UsageException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command takes. */
@Command(mixinStandardHelpOptions = false, sortOptions = false)
final class CommandOptions {
  static final String PROBE = "--probe";

  @Option(
      names = "--conf",
      paramLabel = "FILE",
      description =
          "Configuration file (HOCON) over conf/reference.conf; repeatable, later ones win.")
  List<Path> files = List.of();

  @Option(
      names = "--set",
      paramLabel = "key=value",
      description = "One setting over all files; repeatable.")
  List<String> settings = List.of();

  @Option(
      names = Action.DRY_RUN,
      description =
          "Print the resolved configuration (secrets masked), the plan and the estimates; run"
              + " nothing.")
  boolean dryRun;

  @Option(
      names = PROBE,
      description =
          "With --dry-run: make one small call of every configured endpoint and asked system, and"
              + " say what came back. It is paid for like others, and stored nowhere.")
  boolean probe;

  @Option(
      names = Outcome.JSON,
      description =
          "Print what the command came to as one line of JSON on standard output; all else goes to"
              + " standard error.")
  boolean json;

  @Option(
      names = "--outcome",
      paramLabel = "FILE",
      description =
          "Where to leave that line as a file too; without it beside the store, as"
              + " STORE.outcome.json.")
  String outcome;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  boolean help;

  /** Whether the command is only to be told, and not one that previews its own work. */
  boolean dryRun(Action action) {
    boolean told = dryRun && !action.previews();
    if (probe && !told) {
      throw new UsageException(
          PROBE + " goes with " + Action.DRY_RUN + " of stages: it asks whom they would ask.");
    }
    return told;
  }
}
