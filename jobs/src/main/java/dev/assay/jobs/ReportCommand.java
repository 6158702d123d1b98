package dev.assay.jobs;

import dev.assay.base.OneLine;
import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Action;
import dev.assay.jobs.engine.OneStage;
import dev.assay.jobs.engine.Session;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.engine.UsageException;
import dev.assay.jobs.engine.Version;
import dev.assay.report.evidence.EvidenceException;
import dev.assay.report.evidence.EvidencePack;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** {@code report}, and with {@code --evidence} the pack for a validation file. */
public record ReportCommand(OneStage report) implements Action {
  private static final String EVIDENCE = "--evidence";
  private static final String VERIFY = "--verify";

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
            + " figure with its query and table versions. Texts in its folder own/ are yours.");
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
    boolean verify = session.flags().contains(VERIFY);
    if (given == null) {
      if (verify) {
        throw new UsageException(VERIFY + " needs " + EVIDENCE + " DIR: the pack to verify.");
      }
      report.run(session);
      return;
    }
    Path directory = directory(given);
    EvidencePack pack =
        new EvidencePack(session.runner().store(), session.loaded().config(), directory);
    try {
      if (verify) {
        verify(session, pack, directory);
      } else {
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

  private static Path directory(String given) {
    if (given.isBlank()) {
      throw new UsageException(
          EVIDENCE + " takes a directory. Is a variable of the shell not set?");
    }
    if (given.matches("[A-Za-z][A-Za-z0-9+.-]+:/.*")) {
      throw new UsageException(
          EVIDENCE
              + " takes a directory of this machine, got '"
              + given
              + "'. Copy the pack from there.");
    }
    try {
      return Path.of(given);
    } catch (InvalidPathException e) {
      throw new UsageException(EVIDENCE + " takes a directory: " + e.getMessage());
    }
  }
}
