package dev.assay.jobs;

import dev.assay.config.AssayConfig;
import dev.assay.jobs.engine.Copies;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.report.ReportPage;
import dev.assay.tables.Store;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes the page. */
public final class Report implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("report")
          .reads(
              Tables.ALL.stream()
                  .filter(table -> !Tables.OF_COMMANDS.contains(table))
                  .toArray(Table[]::new));

  private static final int START = 1000;

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Where the page is a file of this machine, still there, and none of another store or run. */
  @Override
  public boolean skippable(AssayConfig config) {
    String mark = ReportPage.mark(config);
    return LocalFiles.of(config.report().path())
        .filter(page -> start(page).contains(mark))
        .isPresent();
  }

  private static String start(Path page) {
    try (InputStream in = Files.newInputStream(page)) {
      return new String(in.readNBytes(START), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("'" + page + "' cannot be read", e);
    }
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    new Copies(run.store(), run.config())
        .note(
            "report",
            List.of(new org.apache.hadoop.fs.Path(run.config().report().path())),
            List.of());
    String path =
        run.step(
            "page",
            () ->
                page(run.store(), run.config())
                    .write(run.spark().sparkContext().hadoopConfiguration(), run.startedAt()));
    System.err.println("report: " + path);
    return Counts.of("pages", 1);
  }

  /** The page of a store. */
  static ReportPage page(Store store, AssayConfig config) {
    return new ReportPage(store, config, EvaluatorSelection.measured(config));
  }
}
