package dev.assay.jobs.labels;

import dev.assay.config.AssayConfig;
import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Plan;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;
import dev.assay.jobs.engine.StageSpec;
import dev.assay.tables.Tables;

/** Imports human labels, and the planted truth of demonstration systems. */
public final class Label implements Stage {
  private static final StageSpec SPEC =
      StageSpec.of("label")
          .reads(Tables.RESPONSES, Tables.TEST_CASES, Tables.RUN_CASES)
          .writes(Tables.LABELS, Tables.SET_SCORES, Tables.REJECTED)
          .keys("label", "calibrate.train-share", "calibrate.conformal-share");

  /** The path of the planted truth. */
  static final String PLANTED = "planted-truth";

  @Override
  public StageSpec spec() {
    return SPEC;
  }

  /** Label files are read each time: they may have changed. */
  @Override
  public boolean skippable() {
    return false;
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
