package dev.assay.jobs;

import dev.assay.jobs.engine.Action;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What every command takes. */
@Command(mixinStandardHelpOptions = false, sortOptions = false)
final class CommandOptions {
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
}
