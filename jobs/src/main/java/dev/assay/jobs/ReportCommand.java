package dev.assay.jobs;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.engine.Version;
import dev.assay.report.evidence.EvidenceException;
import dev.assay.report.evidence.EvidencePack;
import dev.assay.report.export.Export;
import dev.assay.tables.Store;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * {@code report}, with {@code --evidence} the pack for a validation file, and with {@code --export}
 * its tables as CSV and Markdown.
 */
public record ReportCommand(OneStage report) implements Action {
  private static final String EVIDENCE = "--evidence";
  private static final String VERIFY = "--verify";
  private static final String EXPORT = "--export";

  @Override
  public String name() {
    return report.name();
  }

  @Override
  public String meaning() {
    return report.meaning();
  }

  @Override
  public List<String> details() {
    return report.details();
  }

  @Override
  public Map<String, String> texts() {
    return Map.of(
        EVIDENCE,
        "Write documents for a validation file to this directory instead: intended use, data,"
            + " method, results, limits, monitoring, decisions and what supervisors expect, each"
            + " figure with its query and table versions. Texts in its folder own/ are yours.",
        EXPORT,
        "Write the page's tables to this directory instead, as CSV with all rows, and as Markdown"
            + " with the first ones: what people would pass, leaderboard, what metrics are worth,"
            + " decisions, weaknesses, problems, robustness.");
  }

  @Override
  public Map<String, String> flags() {
    return Map.of(
        VERIFY,
        "With --evidence: compute every figure of the pack there again and compare; exit code 1"
            + " where one differs. Nothing is written.");
  }

  @Override
  public String valueName() {
    return "DIR";
  }

  @Override
  public List<Stage> stages(AssayConfig config) {
    return report.stages(config);
  }

  @Override
  public void run(Session session) {
    String given = session.texts().get(EVIDENCE);
    String export = session.texts().get(EXPORT);
    boolean verify = session.flags().contains(VERIFY);
    if (given != null && export != null) {
      throw new UsageException(EVIDENCE + " and " + EXPORT + " are two commands: give one.");
    }
    if (given == null) {
      if (verify) {
        throw new UsageException(VERIFY + " needs " + EVIDENCE + " DIR: the pack to verify.");
      }
      if (export == null) {
        report.run(session);
      } else {
        export(session, directory(EXPORT, export));
      }
      return;
    }
    Path directory = directory(EVIDENCE, given);
    EvidencePack pack =
        new EvidencePack(session.runner().store(), session.loaded().config(), directory);
    try {
      if (verify) {
        verify(session, pack, directory);
      } else {
        requireAnswers(session);
        int statements = pack.write(Instant.now(), Version.current());
        session
            .out()
            .printf(
                "%d statements in %s; 'assay report --evidence %s --verify' computes them again.%n",
                statements, directory, given);
      }
    } catch (EvidenceException e) {
      throw new StageException(e.getMessage(), e);
    }
  }

  /** Documents about nothing would come of a misspelt name or store. */
  private static void requireAnswers(Session session) {
    AssayConfig config = session.loaded().config();
    Run run =
        new Run(session.spark(), config, session.runner().store(), "report", "", Instant.now());
    if (Stream.of("answer", "evaluate", "analyze").allMatch(one -> run.finished(one).isEmpty())) {
      throw new StageException(
          "No answers of run.name = '%s' are in store '%s'. Run 'assay run' first, or say which run and store are meant."
              .formatted(config.run().name(), config.store().path()));
    }
  }

  private static void export(Session session, Path directory) {
    requireAnswers(session);
    AssayConfig config = session.loaded().config();
    Store store = session.runner().store();
    try {
      Export export = new Export(store, config); // Takes the store's moment before the page reads.
      int files = export.write(directory, Report.page(store, config).headline());
      session.out().printf("%d files in %s.%n", files, directory);
    } catch (EvidenceException e) {
      throw new StageException(e.getMessage(), e);
    }
  }

  private static void verify(Session session, EvidencePack pack, Path directory) {
    List<String> differences = pack.verify();
    if (!differences.isEmpty()) {
      throw new StageException(
          "The pack in '%s' (written by Assay %s, verified by %s) is not what the store says:\n  %s"
              .formatted(
                  directory,
                  OneLine.of(pack.writtenBy()),
                  Version.current(),
                  String.join("\n  ", differences)));
    }
    session
        .out()
        .println("Every statement was computed again: all agree, and no text was changed.");
  }

  private static Path directory(String option, String given) {
    if (given.isBlank()) {
      throw new UsageException(option + " takes a directory. Is a variable of the shell not set?");
    }
    if (given.matches("[A-Za-z][A-Za-z0-9+.-]+:/.*")) {
      throw new UsageException(
          option
              + " takes a directory of this machine, got '"
              + given
              + "'. Copy the files from there.");
    }
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      throw new UsageException(option + " takes a directory: " + e.getMessage());
    }
  }
}
