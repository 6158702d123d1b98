package dev.assay.jobs.labels;

import dev.assay.config.AssayConfig;
import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.LocalFiles;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.tables.Table;
import dev.assay.tables.Tables;
import java.util.List;

/** Imports human labels, and the planted truth of demonstration systems. */
public final class Label implements Stage {
  /** The path of the planted truth. */
  static final String PLANTED = "planted-truth";

  @Override
  public String name() {
    return "label";
  }

  @Override
  public String meaning() {
    return "Imports labels from label.sources (CSV, JSON Lines, Parquet, Delta, Label Studio). A"
        + " label names its response by case_id, or by the record's own id, and by system;"
        + " dimension and label are required, repeat, annotator, level, labelled_at and note"
        + " are optional. The source '"
        + PLANTED
        + "' imports what is known of the demonstration systems' planted faults; it is no human"
        + " judgment. Measures how far annotators agree. Also written 'assay label import';"
        + " 'assay label export' writes what to label next.";
  }

  @Override
  public List<Table> reads() {
    return List.of(Tables.RESPONSES, Tables.TEST_CASES, Tables.RUN_CASES);
  }

  @Override
  public List<Table> writes() {
    return List.of(Tables.LABELS, Tables.SET_SCORES, Tables.REJECTED);
  }

  /** Label files are read each time: they may have changed. */
  @Override
  public boolean skippable() {
    return false;
  }

  @Override
  public boolean fewFromOutside(AssayConfig config) {
    return config.label().sources().stream()
        .map(LabelSource::path)
        .allMatch(path -> path.equals(PLANTED) || LocalFiles.isSmall(path));
  }

  @Override
  public List<String> keys() {
    return List.of("label", "calibrate.train-share", "calibrate.conformal-share");
  }

  @Override
  public Plan plan(AssayConfig config) {
    return Plan.NO_MODEL;
  }

  @Override
  public Counts run(Run run) {
    Counts counts = Counts.of("labels", 0);
    for (LabelSource source : run.config().label().sources()) {
      Counts read =
          run.step(
              "labels",
              () ->
                  source.path().equals(PLANTED)
                      ? PlantedLabels.store(run)
                      : ImportedLabels.store(run, source));
      for (var count : read.values().entrySet()) {
        counts = counts.and(count.getKey(), count.getValue());
      }
    }
    return counts.and(
        "agreement coefficients", run.step("agreement", () -> LabelAgreement.store(run)));
  }
}
