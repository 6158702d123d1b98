package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Calibrators;
import dev.assay.calibration.JointFitting;
import dev.assay.calibration.JointJudgement;
import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.LevelFit;
import dev.assay.calibration.LevelJudgement;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.LogisticCalibrator;
import dev.assay.calibration.PassMap;
import dev.assay.calibration.Scale;
import dev.assay.core.Direction;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The way from labelled scores to the probability that a response passes, as prediction of what
 * humans would say: that of the calibration (its method, or the best of all where it is chosen,
 * which is done anew without each fold; proportional odds or multinomial regression for levels; a
 * model of several metrics), and logistic regression where that has no fit without some fold. Any
 * of them is right, the better one gives the narrower interval.
 */
public sealed interface HumanFit extends Serializable {

  /**
   * With more labelled responses the choice between methods gains nothing, and logistic is taken.
   */
  int MOST_CHOSEN = 20_000;

  /**
   * A labelled response.
   *
   * @param groupId the question with its twins and repeats
   * @param scores of the metrics, finite
   * @param level 0 or 1, or its place among the levels
   * @param label 1 where the response passes, else 0
   */
  record Labelled(String groupId, List<Double> scores, int level, int label)
      implements Serializable {
    public Labelled {
      scores = List.copyOf(scores);
    }

    LabelledScore passed() {
      return LabelledScore.of(groupId, scores.get(0), label);
    }
  }

  /** The probability from rows in any order; empty where they allow none. */
  Optional<Predictor> fit(List<Labelled> rows);

  /** Of one metric and a binary label. */
  static HumanFit ofMetric(
      String method, List<String> candidates, int folds, long seed, Scale scale) {
    return new OfMetric(Calibrators.of(method, candidates, folds, seed).on(scale), method);
  }

  /** Of one metric and a label of several levels. */
  static HumanFit ofLevels(LevelScale scale) {
    return new OfLevels(scale);
  }

  /** Of several metrics and a binary label. */
  static HumanFit ofModel(String method, List<Direction> directions) {
    return new OfModel(new JointFitting(method, directions));
  }

  /** Predictions of labelled rows come from the other folds; empty where some fold has no fit. */
  default Optional<CrossFit> crossFit(List<Labelled> rows, int folds, long seed) {
    return CrossFit.fit(rows, Labelled::groupId, row -> 1, this::fit, folds, seed)
        .or(
            () ->
                this instanceof OfModel
                    ? Optional.empty()
                    : CrossFit.fit(
                        new LogisticCalibrator(),
                        rows.stream().map(Labelled::passed).toList(),
                        folds,
                        seed));
  }

  /** See {@link #ofMetric}. */
  record OfMetric(Calibrator calibrator, String method) implements HumanFit {
    @Override
    public Optional<Predictor> fit(List<Labelled> rows) {
      boolean chosen = method.equals(Calibrators.AUTO) && rows.size() <= MOST_CHOSEN;
      Calibrator by =
          chosen || !method.equals(Calibrators.AUTO) ? calibrator : new LogisticCalibrator();
      return Predictor.of(by.fit(rows.stream().map(Labelled::passed).toList()));
    }
  }

  /** See {@link #ofLevels}. */
  record OfLevels(LevelScale scale) implements HumanFit {
    @Override
    public Optional<Predictor> fit(List<Labelled> rows) {
      LevelFit fit =
          LevelCalibration.fit(
              rows.stream()
                  .map(row -> LevelJudgement.of(row.groupId(), row.scores().get(0), row.level()))
                  .toList(),
              scale);
      return fit instanceof LevelFit.Fitted fitted
          ? Optional.of(Predictor.of(new PassMap(fitted.map(), scale)))
          : Optional.empty();
    }
  }

  /** See {@link #ofModel}. */
  record OfModel(JointFitting fitting) implements HumanFit {
    @Override
    public Optional<Predictor> fit(List<Labelled> rows) {
      return fitting
          .fit(
              rows.stream()
                  .map(
                      row -> new JointJudgement(row.groupId(), row.scores(), row.label(), Map.of()))
                  .toList())
          .map(Predictor::of);
    }
  }
}
