package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * What is fitted again and again where sets rest on few labels.
 *
 * @param calibrator fits; the fit must not depend on the order of rows, nor on any that it is not
 *     given
 * @param sets the nonconformity of labels
 * @param id what tells it from others, as stored after the sets' name in {@code guarantees.method}
 */
public record SetLearner(Calibrator calibrator, Nonconformity sets, String id)
    implements Serializable {

  /** Of a binary label. */
  public static SetLearner binary(Calibrator calibrator, String id) {
    return new SetLearner(calibrator, new LeastAmbiguous(), id);
  }

  /** Of a binary label by logistic regression, which has no name of its own. */
  public static SetLearner logistic() {
    return binary(new LogisticCalibrator(), "");
  }

  /** The fit; empty where the rows allow none. */
  Optional<ProbabilityMap> fit(List<LabelledResponse> rows) {
    return calibrator.fit(rows) instanceof Fit.Fitted fitted
        ? Optional.of(fitted.map())
        : Optional.empty();
  }

  /** The nonconformity of a row's label by something that was fitted. */
  double nonconformity(ProbabilityMap map, LabelledResponse row) {
    return sets.of(map.probabilities(row.vector()))[row.level()];
  }

  /** The labels. */
  LevelScale levels() {
    return calibrator.levels();
  }
}
