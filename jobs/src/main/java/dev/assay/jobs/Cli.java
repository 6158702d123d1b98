package dev.assay.jobs;

import dev.assay.base.Nearest;
import dev.assay.config.AssayConfig;
import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.LocalAction;
import dev.assay.jobs.engine.Runner;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageEnd;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.engine.Version;
import dev.assay.llm.calls.CallCoordinator;
import dev.assay.tables.JobLabel;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** From words to work: parses, reads the configuration, and only then starts Spark. */
final class Cli {
  private static final String NOTES =
      "Options for spark-submit follow after --, for example: assay run --conf my.conf -- --master"
          + " spark://host:7077";

  private final List<Action> actions;
  private final Set<String> evaluators;
  private final Set<String> stages;
  private final PrintStream out;
  private final Instant began = Instant.now();
  private volatile Optional<SparkSession> started = Optional.empty();
  private volatile Optional<Runner> runner = Optional.empty();
  private volatile Optional<AssayConfig> config = Optional.empty();
  private volatile String command = "";
  private volatile OptionalInt signal = OptionalInt.empty();

  /** Writes the file for schedulers, once it is known where. */
  private volatile Consumer<Outcome> telling = outcome -> {};

  Cli(List<Action> actions, Set<String> evaluators, Set<String> stages, PrintStream out) {
    this.actions = actions;
    this.evaluators = evaluators;
    this.stages = stages;
    this.out = out;
  }

  /** Does what the words say. Failures are thrown, each with a message for users where foreseen. */
  void run(String... words) {
    ParseResult parsed = parse(TwoWords.joined(words));
    if (CommandLine.printHelpIfRequested(
        parsed.asCommandLineList(), out, out, CommandLine.Help.Ansi.AUTO)) {
      return;
    }
    if (!parsed.hasSubcommand()) {
      throw new UsageException("No stage given. Known: " + String.join(", ", words()) + ".");
    }
    ParseResult given = parsed.subcommand();
    command = given.commandSpec().name();
    run(action(command), given);
  }

  /** What it came to so far, or at its end. */
  Outcome outcome(Optional<Throwable> failure) {
    List<StageEnd> ends = runner.map(Runner::ended).orElse(List.of());
    return new Outcome(command, config, began, Instant.now(), ends, failure, signal);
  }

  /** The process ends by a signal: the file is written at once, and Spark logs no more. */
  Outcome stoppedBySignal(int code) {
    signal = OptionalInt.of(code);
    started.ifPresent(spark -> spark.sparkContext().setLogLevel("OFF"));
    Outcome outcome = outcome(Optional.empty());
    telling.accept(outcome);
    return outcome;
  }

  /** Ends the session, so that executors go before this process does. For the launcher only. */
  void stop() {
    started.ifPresent(SparkSession::stop);
  }

  private void run(Action action, ParseResult command) {
    CommandOptions options = (CommandOptions) command.commandSpec().userObject();
    if (options.outcome != null) { // Also of what fails before there is a session.
      telling = new OutcomeFile(Optional.of(options.outcome))::write;
    }
    Optional<Throwable> failure = Optional.empty();
    try {
      run(action, command, options);
    } catch (Throwable thrown) { // Scala throws checked exceptions that no signature declares
      failure = Optional.of(thrown);
      throw thrown;
    } finally {
      Outcome outcome = outcome(failure);
      if (outcome.signal().isEmpty()) {
        telling.accept(outcome);
      }
    }
  }

  private void run(Action action, ParseResult command, CommandOptions options) {
    ConfigLoader loader = action.base().knowing(evaluators, stages);
    for (Path file : options.files) {
      loader = loader.file(file);
    }
    for (String setting : options.settings) {
      if (ConfigLoader.showsSecret(setting)) {
        throw new UsageException(
            "A secret on the command line is seen by everyone on the machine, and on Spark's"
                + " environment page. Write 'api-key = ${?NAME}' in a file, or set api-key-file.");
      }
      loader = loader.set(setting);
    }
    for (Map.Entry<String, String> option : action.settings().entrySet()) {
      if (command.hasMatchedOption(option.getKey())) {
        loader =
            loader.set(option.getValue() + "=" + command.matchedOptionValue(option.getKey(), ""));
      }
    }
    ConfigLoader.Loaded loaded =
        loader.load(config -> action.stages(config).stream().map(Stage::name).toList());
    config = Optional.of(loaded.config());
    action.stages(loaded.config()).forEach(stage -> stage.check(loaded.config()));
    if (options.dryRun(action)) {
      DryRun.of(action, loaded, options.probe).print(out);
      return;
    }
    GivenOptions given = GivenOptions.of(action, command);
    if (action instanceof LocalAction local) {
      local.run(
          new LocalAction.Words(
              command.matchedPositionalValue(0, List.<String>of()),
              given.texts(),
              given.numbers(),
              loaded.config(),
              out));
      return;
    }
    SparkSession spark = Sessions.create(loaded.config(), action.name());
    started = Optional.of(spark);
    CallCoordinator.shared().begin(loaded.config().budget());
    runner = Optional.of(new Runner(spark, loaded.config(), loaded.rendered(), loaded.hash()));
    Session session =
        new Session(
            spark, loaded, runner.get(), given.flags(), given.numbers(), given.texts(), out);
    OutcomeFile file = OutcomeFile.of(loaded.config(), Optional.ofNullable(options.outcome));
    Configuration hadoop = spark.sessionState().newHadoopConf();
    telling = outcome -> file.write(outcome, hadoop);
    DyingExecutors.during(
        spark.sparkContext(), () -> JobLabel.step(spark, action.name(), () -> action.run(session)));
  }

  private ParseResult parse(String... words) {
    if (words.length > 0 && !words[0].startsWith("-") && !words().contains(words[0])) {
      throw new UsageException(
          "Unknown stage '" + words[0] + "'." + Nearest.hint(words[0], words()));
    }
    try {
      return commandLine().parseArgs(words);
    } catch (ParameterException wrong) {
      String name = wrong.getCommandLine().getCommandSpec().qualifiedName();
      throw new UsageException(wrong.getMessage() + ". See '" + name + " --help'.");
    }
  }

  private CommandLine commandLine() {
    CommandSpec root = CommandSpec.create().name("assay").versionProvider(() -> version());
    root.usageMessage()
        .description(
            "Evaluates retrieval-augmented language models, calibrated against human judgment.")
        .synopsisSubcommandLabel("STAGE")
        .footer("", "'assay STAGE --help' explains a stage.", NOTES);
    root.addOption(help());
    root.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .type(boolean.class)
            .description("Show the version.")
            .build());
    CommandLine line = new CommandLine(root);
    line.setExpandAtFiles(false);
    for (Action action : actions) {
      line.addSubcommand(action.name(), command(action));
    }
    line.setInterpolateVariables(false);
    return line;
  }

  private static CommandSpec command(Action action) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(new CommandOptions()).name(action.name());
    spec.usageMessage().description(literal(action.meaning()));
    spec.usageMessage().footer(footer(action));
    String value = action instanceof LocalAction ? "VALUE" : action.valueName();
    action.texts().forEach((option, meaning) -> spec.addOption(text(option, value, meaning)));
    if (action instanceof LocalAction local) {
      spec.addPositional(
          PositionalParamSpec.builder()
              .paramLabel("FILE")
              .arity("0..*")
              .type(List.class)
              .auxiliaryTypes(String.class)
              .description(literal(local.files()))
              .build());
    }
    action
        .settings()
        .forEach(
            (option, key) ->
                spec.addOption(
                    OptionSpec.builder(option)
                        .type(String.class)
                        .paramLabel("VALUE")
                        .description(literal("Sets " + key + "; see conf/reference.conf."))
                        .build()));
    action
        .flags()
        .forEach(
            (flag, meaning) ->
                spec.addOption(
                    OptionSpec.builder(flag)
                        .type(boolean.class)
                        .description(literal(meaning))
                        .build()));
    action
        .numbers()
        .forEach(
            (option, meaning) ->
                spec.addOption(
                    OptionSpec.builder(option)
                        .type(Integer.class)
                        .paramLabel("N")
                        .description(literal(meaning))
                        .build()));
    return spec;
  }

  private static OptionSpec text(String option, String value, String meaning) {
    return OptionSpec.builder(option)
        .type(String.class)
        .paramLabel(value)
        .description(literal(meaning))
        .build();
  }

  private static String[] footer(Action action) {
    List<String> lines = new ArrayList<>();
    for (String paragraph : action.details()) {
      lines.add("");
      lines.add(literal(paragraph));
    }
    lines.add("");
    lines.add(NOTES);
    return lines.toArray(String[]::new);
  }

  /** Text in which picocli finds no format. */
  private static String literal(String text) {
    return text.replace("%", "%%");
  }

  private static OptionSpec help() {
    return OptionSpec.builder("-h", "--help")
        .usageHelp(true)
        .type(boolean.class)
        .description("Show this help.")
        .build();
  }

  private static String[] version() {
    return new String[] {"Assay " + Version.current()};
  }

  private Action action(String name) {
    return actions.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  private List<String> words() {
    return actions.stream().map(Action::name).toList();
  }
}
