package dev.assay.calibration;

import dev.assay.base.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The candidate with the least log loss on groups that it was not fitted on: K folds of whole
 * groups, dealt in the order of their permanent random numbers. A candidate without a fit in some
 * fold is out; among equals (to nine decimals) the first wins. The winner is fitted on all rows.
 *
 * @param candidates at least one, the simplest first
 * @param folds at least 2; with fewer groups each group is a fold
 * @param seed of the deal
 */
public record BestCalibrator(List<Calibrator> candidates, int folds, long seed)
    implements Calibrator {

  public BestCalibrator {
    candidates = List.copyOf(candidates);
    if (candidates.isEmpty() || folds < 2) {
      throw new IllegalArgumentException(
          "Needs a candidate and two folds, got %s and %d".formatted(candidates, folds));
    }
  }

  @Override
  public Calibrator on(Scale scale) {
    return new BestCalibrator(candidates.stream().map(one -> one.on(scale)).toList(), folds, seed);
  }

  @Override
  public Fit fit(List<LabelledResponse> rows) {
    Fit best = null;
    double least = Double.POSITIVE_INFINITY;
    List<List<LabelledResponse>> parts = parts(rows);
    for (Calibrator candidate : candidates) {
      double loss = Rounding.toNano(loss(candidate, parts));
      if (loss < least) {
        Fit fit = candidate.fit(rows);
        if (fit instanceof Fit.Fitted) {
          best = fit;
          least = loss;
        }
      }
    }
    return best == null ? candidates.get(0).fit(rows) : best;
  }

  /** The mean log loss over all held-out rows; infinite where a fold has no fit. */
  private static double loss(Calibrator candidate, List<List<LabelledResponse>> parts) {
    double[] sums = new double[2];
    for (int held = 0; held < parts.size(); held++) {
      List<LabelledResponse> others = new ArrayList<>();
      for (int other = 0; other < parts.size(); other++) {
        if (other != held) {
          others.addAll(parts.get(other));
        }
      }
      if (!(candidate.fit(others) instanceof Fit.Fitted fitted)) {
        return Double.POSITIVE_INFINITY;
      }
      double[] fold = LogLoss.sums(fitted.map(), parts.get(held));
      sums[0] += fold[0];
      sums[1] += fold[1];
    }
    return sums[0] / sums[1];
  }

  private List<List<LabelledResponse>> parts(List<LabelledResponse> rows) {
    Map<String, Integer> fold =
        GroupFolds.deal(
            rows.stream().map(LabelledResponse::groupId).toList(), folds, seed, GroupFolds.CHOICE);
    List<List<LabelledResponse>> parts = new ArrayList<>();
    int used = fold.values().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    for (int i = 0; i < used; i++) {
      parts.add(new ArrayList<>());
    }
    rows.stream()
        .sorted(LabelledResponse.ORDER)
        .forEach(row -> parts.get(fold.get(row.groupId())).add(row));
    return parts;
  }
}
