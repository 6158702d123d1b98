package dev.assay.jobs.calibrating;

import dev.assay.base.Seeds;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.config.JointModelConfig;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.conformal.Nonconformity;
import dev.assay.conformal.SetLearner;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.jobs.engine.Run;
import java.util.Map;

/** What sets for few labels are fitted by, from a configuration or from what was stored of it. */
final class SetLearners {
  private final Run run;
  private final CellCalibrators selected;

  SetLearners(Run run) {
    this.run = run;
    this.selected =
        CellCalibrators.ofSelected(
            run.config(), Seeds.of(run.config().run().seed(), "sets-folds", ""));
  }

  /** The sets of a fitted calibration. */
  SmallSampleSets sets(StoredCalibration calibrated, ProbabilityMap map) {
    String method = run.config().sets().method();
    return sets(method, learner(calibrated, map, id(method, calibrated, map)));
  }

  /** The sets whose method was stored. */
  SmallSampleSets stored(String method, StoredCalibration calibrated, ProbabilityMap map) {
    return sets(
        SmallSampleSets.name(method), learner(calibrated, map, SmallSampleSets.learnt(method)));
  }

  private SmallSampleSets sets(String method, SetLearner learner) {
    long seed = Seeds.of(run.config().run().seed(), "sets", "");
    return new SmallSampleSets(method, learner, run.config().calibrate().alpha(), seed);
  }

  private String id(String method, StoredCalibration calibrated, ProbabilityMap map) {
    if (!map.scale().isBinary()) {
      return Category.nonconformity(run.config().sets(), map.scale()).id();
    }
    boolean full = method.equals(SmallSampleSets.FULL);
    if (!calibrated.inputs().isEmpty()) {
      return full ? LogisticMap.METHOD : map.method();
    }
    return full ? "" : run.config().calibrate().method();
  }

  /** By what was calibrated, whatever the configuration says of it now. */
  private SetLearner learner(StoredCalibration calibrated, ProbabilityMap map, String id) {
    String metric = calibrated.metric();
    String dimension = calibrated.dimension();
    boolean binary = map.scale().isBinary();
    CellCalibrators calibrators =
        new CellCalibrators(
            selected.metrics(),
            Map.of(dimension, map.scale()),
            calibrated.inputs().isEmpty()
                ? Map.of()
                : Map.of(metric, new JointModelConfig(dimension, calibrated.inputs(), id)),
            selected.config(),
            selected.seed());
    return new SetLearner(
        calibrators.of(metric, dimension, id.isEmpty() ? LogisticMap.METHOD : id),
        binary ? new LeastAmbiguous() : Nonconformity.of(id),
        id);
  }
}
