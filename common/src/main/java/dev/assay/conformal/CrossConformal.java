package dev.assay.conformal;

import dev.assay.calibration.GroupFolds;
import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.LevelScale;
import dev.assay.calibration.ProbabilityMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CV+, which for sets of labels is cross-conformal prediction (Romano, Sesia and Candès 2020; Vovk
 * 2015): every labelled group serves both stages, its nonconformity from a map of the other folds.
 * A label is in the set unless its nonconformity is above that of a mass of (1 − α)(G + 1) of the
 * groups, each compared under the map that did not see it.
 *
 * <p>What is promised is 1 − 2α, less the small remainder of {@link #promise}; in practice coverage
 * lies near 1 − α (Barber, Candès, Ramdas and Tibshirani 2021).
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param maps what is fitted without each fold
 * @param sets the nonconformity of labels
 * @param masses the nonconformities of each fold's groups
 */
public record CrossConformal(
    double alpha, List<ProbabilityMap> maps, Nonconformity sets, List<Masses> masses)
    implements SetPredictor {

  private static final double SLACK = 1e-9;

  public CrossConformal {
    Quantile.check(alpha);
    maps = List.copyOf(maps);
    masses = List.copyOf(masses);
  }

  /**
   * Fits on rows in any order; empty when the calibrator has no fit without some fold.
   *
   * @param folds at least 2, at most the number of groups
   */
  public static Optional<CrossConformal> fit(
      SetLearner learner, List<LabelledResponse> rows, int folds, double alpha, long seed) {
    return fit(
        learner,
        rows,
        GroupFolds.deal(rows.stream().map(LabelledResponse::groupId).toList(), folds, seed, "fold"),
        folds,
        alpha);
  }

  static Optional<CrossConformal> fit(
      SetLearner learner,
      List<LabelledResponse> rows,
      Map<String, Integer> foldOf,
      int folds,
      double alpha) {
    if (folds > foldOf.size()) {
      throw new IllegalArgumentException(
          "%d folds need as many groups, got %d".formatted(folds, foldOf.size()));
    }
    List<ProbabilityMap> maps = new ArrayList<>();
    List<Masses> masses = new ArrayList<>();
    for (int k = 0; k < folds; k++) {
      int fold = k;
      Optional<ProbabilityMap> fitted =
          learner.fit(rows.stream().filter(row -> foldOf.get(row.groupId()) != fold).toList());
      if (fitted.isEmpty()) {
        return Optional.empty();
      }
      maps.add(fitted.get());
      masses.add(
          Masses.of(
              rows.stream()
                  .filter(row -> foldOf.get(row.groupId()) == fold)
                  .map(
                      row ->
                          new Scored(
                              row.groupId(),
                              learner.nonconformity(fitted.get(), row),
                              row.weight()))
                  .toList()));
    }
    return Optional.of(new CrossConformal(alpha, maps, learner.sets(), masses));
  }

  @Override
  public PredictionSet set(double... scores) {
    double wanted = (1 - alpha) * (groups() + 1) - SLACK;
    LevelScale scale = maps.get(0).scale();
    double[] below = new double[scale.size()];
    for (int k = 0; k < maps.size(); k++) {
      double[] own = sets.of(maps.get(k).probabilities(scores));
      for (int label = 0; label < own.length; label++) {
        below[label] += masses.get(k).below(own[label]);
      }
    }
    return SetPredictor.of(scale, label -> below[label] < wanted);
  }

  /** Number of labelled groups. */
  public int groups() {
    return masses.stream().mapToInt(Masses::groups).sum();
  }

  /**
   * The coverage that is surely reached: 1 − 2α − min(2(1 − 1/K)/(G/K + 1), (1 − K/G)/(K + 1)) for
   * K folds of G groups (Barber et al. 2021, theorem 4); 1 − 2α for K = G.
   */
  public double promise() {
    double k = maps.size();
    double g = groups();
    double remainder = Math.min(2 * (1 - 1 / k) / (g / k + 1), (1 - k / g) / (k + 1));
    return 1 - 2 * alpha - remainder;
  }
}
