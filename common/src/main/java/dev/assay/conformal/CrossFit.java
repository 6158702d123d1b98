package dev.assay.conformal;

import dev.assay.base.Seeds;
import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
public record CrossFit(List<ProbabilityMap> maps, List<Double> shares, long seed)
    implements Serializable {

  public CrossFit {
    maps = List.copyOf(maps);
    shares = List.copyOf(shares);
  }

  /** Fits on rows in any order; empty when the calibrator has no fit without some fold. */
  public static Optional<CrossFit> fit(
      Calibrator calibrator, List<LabelledResponse> rows, int folds, long seed) {
    double[] weights = new double[folds];
    double total = 0;
    for (LabelledResponse row : rows) {
      weights[fold(row.groupId(), folds, seed)] += row.weight();
      total += row.weight();
    }
    List<ProbabilityMap> maps = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    for (int k = 0; k < folds; k++) {
      int fold = k;
      Fit fit =
          calibrator.fit(
              rows.stream().filter(row -> fold(row.groupId(), folds, seed) != fold).toList());
      if (!(fit instanceof Fit.Fitted fitted)) {
        return Optional.empty();
      }
      maps.add(fitted.map());
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
