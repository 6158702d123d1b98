package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Fit;
import dev.assay.calibration.JointFitting;
import dev.assay.calibration.JointJudgement;
import dev.assay.calibration.LevelFit;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.PassMap;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is fitted again and again where sets rest on few labels. A fit must not depend on the order
 * of rows, nor on any row that it is not given.
 */
public sealed interface SetLearner extends Serializable {

  /** The fit; empty where the rows allow none. */
  Optional<Strangeness> fit(List<LabelledVector> rows);

  /** Number of labels. */
  int labels();

  /** Whether sets are intervals. */
  default boolean contiguous() {
    return false;
  }

  /** What tells it from others, as stored after the sets' name in {@code guarantees.method}. */
  String id();

  /** Of a binary label by logistic regression, which has no name of its own. */
  static SetLearner logistic() {
    return new OfMetric(new LogisticCalibrator(), "");
  }

  /** Of a binary label by the method {@code id}. */
  record OfMetric(Calibrator calibrator, String id) implements SetLearner {
    @Override
    public Optional<Strangeness> fit(List<LabelledVector> rows) {
      Fit fit = calibrator.fit(rows.stream().map(LabelledVector::labelled).toList());
      return fit instanceof Fit.Fitted fitted
          ? Optional.of(new Strangeness.OfMap(fitted.map()))
          : Optional.empty();
    }

    @Override
    public int labels() {
      return 2;
    }
  }

  /** Of a binary label by several metrics. */
  record OfModel(JointFitting fitting) implements SetLearner {
    @Override
    public Optional<Strangeness> fit(List<LabelledVector> rows) {
      return fitting
          .fit(
              rows.stream()
                  .map(
                      row -> new JointJudgement(row.groupId(), row.scores(), row.label(), Map.of()))
                  .toList())
          .map(Strangeness.OfModel::new);
    }

    @Override
    public int labels() {
      return 2;
    }

    @Override
    public String id() {
      return fitting.method();
    }
  }

  /** Of levels; rows' weights have no say in the fit. */
  record OfLevels(LevelScale scale, Nonconformity sets) implements SetLearner {
    @Override
    public Optional<Strangeness> fit(List<LabelledVector> rows) {
      LevelFit fit =
          LevelCalibration.fit(
              rows.stream()
                  .map(row -> LevelJudgement.of(row.groupId(), row.scores().get(0), row.label()))
                  .toList(),
              scale);
      return fit instanceof LevelFit.Fitted fitted
          ? Optional.of(new Strangeness.OfLevels(new PassMap(fitted.map(), scale), sets))
          : Optional.empty();
    }

    @Override
    public int labels() {
      return scale.size();
    }

    @Override
    public boolean contiguous() {
      return scale.ordered();
    }

    @Override
    public String id() {
      return sets.id();
    }
  }
}
