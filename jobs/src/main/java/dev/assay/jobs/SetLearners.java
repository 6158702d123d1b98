package dev.assay.jobs;

import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointFitting;
import dev.assay.calibration.LogisticMap;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Scale;
import dev.assay.config.CalibrateConfig;
import dev.assay.conformal.Nonconformity;
import dev.assay.conformal.SetLearner;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.stats.Seeds;
import java.util.Map;

/** What sets for few labels are fitted by, from a configuration or from what was stored of it. */
final class SetLearners {
  private final Run run;
  private final Map<String, Metric> metrics;

  SetLearners(Run run) {
    this.run = run;
    this.metrics = Selected.metrics(run.config());
  }

  /** The sets of a fitted calibration. */
  SmallSampleSets sets(Calibrated calibrated, ProbabilityMap map) {
    String method = run.config().sets().method();
    return sets(method, learner(calibrated, map, id(method, calibrated, map)));
  }

  /** The sets whose method was stored. */
  SmallSampleSets stored(String method, Calibrated calibrated, ProbabilityMap map) {
    return sets(
        SmallSampleSets.name(method), learner(calibrated, map, SmallSampleSets.learnt(method)));
  }

  private SmallSampleSets sets(String method, SetLearner learner) {
    long seed = Seeds.of(run.config().run().seed(), "sets", "");
    return new SmallSampleSets(method, learner, run.config().calibrate().alpha(), seed);
  }

  private String id(String method, Calibrated calibrated, ProbabilityMap map) {
    boolean full = method.equals(SmallSampleSets.FULL);
    if (map instanceof PassMap levels) {
      return Category.score(run.config().sets(), levels.scale()).id();
    }
    if (!calibrated.inputs().isEmpty()) {
      return full ? LogisticMap.METHOD : map.method();
    }
    return full ? "" : run.config().calibrate().method();
  }

  private SetLearner learner(Calibrated calibrated, ProbabilityMap map, String id) {
    if (map instanceof PassMap levels) {
      return new SetLearner.OfLevels(levels.scale(), Nonconformity.of(id));
    }
    if (!calibrated.inputs().isEmpty()) {
      return new SetLearner.OfModel(
          new JointFitting(
              id, calibrated.inputs().stream().map(input -> scale(input).direction()).toList()));
    }
    if (id.isEmpty()) {
      return SetLearner.logistic();
    }
    CalibrateConfig config = run.config().calibrate();
    long seed = Seeds.of(run.config().run().seed(), "sets-folds", "");
    return new SetLearner.OfMetric(
        Calibrators.of(id, config.candidates(), config.folds(), seed)
            .on(scale(calibrated.metric())),
        id);
  }

  private Scale scale(String metric) {
    return metrics.containsKey(metric) ? Scale.of(metrics.get(metric)) : Scale.of(Direction.NONE);
  }
}
