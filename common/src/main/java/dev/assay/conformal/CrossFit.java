package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.LabelledScore;
import dev.assay.stats.Seeds;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Predictions that no label rectifies after it was fitted on: labelled rows are predicted by the
 * map of the other folds, unlabelled ones by the mean of all maps, each as often as its fold has
 * labels (Zrnic and Candès 2024, Cross-prediction-powered inference).
 *
 * <p>The fold of a group is its permanent random number, so nothing is kept of the labels.
 *
 * @param maps the map of each fold, fitted on the others
 * @param shares of the labelled weight in each fold
 * @param seed of the folds
 */
public record CrossFit(List<Predictor> maps, List<Double> shares, long seed)
    implements Serializable {

  public CrossFit {
    maps = List.copyOf(maps);
    shares = List.copyOf(shares);
  }

  /** Fits on rows in any order; empty when the calibrator has no fit without some fold. */
  public static Optional<CrossFit> fit(
      Calibrator calibrator, List<LabelledScore> rows, int folds, long seed) {
    return fit(
        rows,
        LabelledScore::groupId,
        LabelledScore::weight,
        others -> Predictor.of(calibrator.fit(others)),
        folds,
        seed);
  }

  /**
   * Fits on rows in any order; empty when there is no fit without some fold.
   *
   * @param group of a row
   * @param weight of a row, positive
   * @param fitter fits the rows of all folds but one
   */
  public static <R> Optional<CrossFit> fit(
      List<R> rows,
      Function<R, String> group,
      ToDoubleFunction<R> weight,
      Function<List<R>, Optional<Predictor>> fitter,
      int folds,
      long seed) {
    double[] weights = new double[folds];
    double total = 0;
    for (R row : rows) {
      weights[fold(group.apply(row), folds, seed)] += weight.applyAsDouble(row);
      total += weight.applyAsDouble(row);
    }
    List<Predictor> maps = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (int k = 0; k < folds; k++) {
      int fold = k;
      Optional<Predictor> fitted =
          fitter.apply(
              rows.stream().filter(row -> fold(group.apply(row), folds, seed) != fold).toList());
      if (fitted.isEmpty()) {
        return Optional.empty();
      }
      maps.add(fitted.get());
      shares.add(weights[k] / total);
    }
    return Optional.of(new CrossFit(maps, shares, seed));
  }

  private static int fold(String groupId, int folds, long seed) {
    return (int) (Seeds.uniform(seed, "fold", groupId) * folds);
  }

  /** The prediction for a row of a labelled group, from labels of other groups alone. */
  public double apart(String groupId, double... scores) {
    return maps.get(fold(groupId, maps.size(), seed)).probability(scores);
  }

  /** The prediction for a row without a label. */
  public double mean(double... scores) {
    double sum = 0;
    for (int k = 0; k < maps.size(); k++) {
      sum += shares.get(k) * maps.get(k).probability(scores);
    }
    return sum;
  }
}
