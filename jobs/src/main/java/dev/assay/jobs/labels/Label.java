package dev.assay.jobs.labels;

import dev.assay.config.LabelSource;
import dev.assay.jobs.engine.Counts;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.Stage;

/** Imports human labels, and the planted truth of demonstration systems. */
public final class Label implements Stage {
  /** The path of the planted truth. */
  static final String PLANTED = "planted-truth";

  @Override
  public String name() {
    return "label";
  }

  @Override
  public Counts run(Run run) {
    Counts counts = Counts.of("labels", 0);
    for (LabelSource source : run.config().label().sources()) {
      Counts read =
          source.path().equals(PLANTED)
              ? PlantedLabels.store(run)
              : ImportedLabels.store(run, source);
      for (var count : read.values().entrySet()) {
        counts = counts.and(count.getKey(), count.getValue());
      }
    }
    return counts.and("agreement coefficients", LabelAgreement.store(run));
  }
}
