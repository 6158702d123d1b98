package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.PredictionSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * CV+, which for sets of labels is cross-conformal prediction (Romano, Sesia and Candès 2020; Vovk
 * 2015): every labelled group serves both stages, its nonconformity from a map of the other folds.
 * A label is in the set unless it is stranger than a mass of (1 − α)(G + 1) of the groups, each
 * compared under the map that did not see it.
 *
 * <p>What is promised is 1 − 2α, less the small remainder of {@link #promise}; in practice coverage
 * lies near 1 − α (Barber, Candès, Ramdas and Tibshirani 2021).
 *
 * @param alpha the error rate, in (0, 0.5]
 * @param maps what is fitted without each fold
 * @param masses the nonconformities of each fold's groups
 * @param labels number of labels
 * @param contiguous whether sets are intervals
 */
public record CrossConformal(
    double alpha, List<Strangeness> maps, List<Masses> masses, int labels, boolean contiguous)
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
      Calibrator calibrator, List<LabelledScore> rows, int folds, double alpha, long seed) {
    return fit(
        new SetLearner.OfMetric(calibrator, ""),
        rows.stream().map(LabelledVector::of).toList(),
        folds,
        alpha,
        seed);
  }

  /** The same of anything that can be learnt. */
  public static Optional<CrossConformal> fit(
      SetLearner learner, List<LabelledVector> rows, int folds, double alpha, long seed) {
    return fit(
        learner,
        rows,
        Folds.of(rows.stream().map(LabelledVector::groupId).toList(), folds, seed),
        folds,
        alpha);
  }

  static Optional<CrossConformal> fit(
      SetLearner learner,
      List<LabelledVector> rows,
      Map<String, Integer> foldOf,
      int folds,
      double alpha) {
    if (folds > foldOf.size()) {
      throw new IllegalArgumentException(
          "%d folds need as many groups, got %d".formatted(folds, foldOf.size()));
    }
    List<Strangeness> maps = new ArrayList<>();
    List<Masses> masses = new ArrayList<>();
    for (int k = 0; k < folds; k++) {
      int fold = k;
      Optional<Strangeness> fitted =
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
                              fitted.get().of(row.vector())[row.label()],
                              row.weight()))
                  .toList()));
    }
    return Optional.of(
        new CrossConformal(alpha, maps, masses, learner.labels(), learner.contiguous()));
  }

  @Override
  public PredictionSet set(double... scores) {
    double wanted = (1 - alpha) * (groups() + 1) - SLACK;
    double[] stranger = new double[labels];
    for (int k = 0; k < maps.size(); k++) {
      double[] own = maps.get(k).of(scores);
      for (int label = 0; label < labels; label++) {
        stranger[label] += masses.get(k).below(own[label]);
      }
    }
    return SetPredictor.of(labels, contiguous, label -> stranger[label] < wanted);
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
