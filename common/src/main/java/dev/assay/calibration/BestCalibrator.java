package dev.assay.calibration;

import dev.assay.base.Rounding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The candidate with the least log loss on groups that it was not fitted on: K folds of whole
 * groups, dealt in the order of their permanent random numbers. A candidate without a fit in some
 * fold is out; among equals (to nine decimals) the first wins. The winner is fitted on all rows.
 *
 * <p>What few labels allow, cross-validation on them does not find out. A slope needs {@value
 * #MANY_OF_LABEL} groups of each label (ten events a variable, Peduzzi et al. 1996): with fewer,
 * Venn–Abers is taken, which stays the nearer to one half the fewer rows it has. Steps and curves
 * of two slopes need {@value #MANY} groups besides: with fewer, logistic regression and Venn–Abers
 * alone take part. Isotonic regression that says 0 or 1 of fewer than {@value #MANY} groups is out.
 *
 * @param candidates at least one, the simplest first
 * @param folds at least 2; with fewer groups each group is a fold
 * @param seed of the deal
 */
public record BestCalibrator(List<Calibrator> candidates, int folds, long seed)
    implements Calibrator {
  static final int MANY = 100;
  static final int MANY_OF_LABEL = 10;

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
    List<List<LabelledResponse>> parts =
        GroupFolds.parts(
            rows.stream().sorted(LabelledResponse.ORDER).toList(), folds, seed, GroupFolds.CHOICE);
    List<Calibrator> able = able(rows);
    if (able.isEmpty()) {
      return new Fit.Degenerate(
          "%d groups, of label 0 %d and of label 1 %d, allow venn_abers or logistic alone: neither is a candidate"
              .formatted(LabelledResponse.groups(rows), groups(rows, 0), groups(rows, 1)));
    }
    for (Calibrator candidate : able) {
      double loss = Rounding.toNano(loss(candidate, parts));
      if (loss < least) {
        Fit fit = candidate.fit(rows);
        if (fit instanceof Fit.Fitted fitted && !rash(fitted.map(), rows)) {
          best = fit;
          least = loss;
        }
      }
    }
    return best == null ? able.get(0).fit(rows) : best;
  }

  private List<Calibrator> able(List<LabelledResponse> rows) {
    boolean slope = Math.min(groups(rows, 0), groups(rows, 1)) >= MANY_OF_LABEL;
    if (slope && LabelledResponse.groups(rows) >= MANY) {
      return candidates;
    }
    List<Calibrator> cautious = of(VennAbersCalibrator.class);
    if (slope || cautious.isEmpty()) {
      cautious = new ArrayList<>(of(LogisticCalibrator.class));
      cautious.addAll(of(VennAbersCalibrator.class));
    }
    return cautious;
  }

  private List<Calibrator> of(Class<? extends Calibrator> type) {
    return candidates.stream().filter(type::isInstance).toList();
  }

  /** Whether a step at 0 or 1 rests on few groups. */
  private static boolean rash(ProbabilityMap map, List<LabelledResponse> rows) {
    return map instanceof IsotonicMap
        && Stream.of(0.0, 1.0)
            .map(end -> rows.stream().filter(row -> map.probability(row.score()) == end).toList())
            .anyMatch(step -> !step.isEmpty() && LabelledResponse.groups(step) < MANY);
  }

  private static int groups(List<LabelledResponse> rows, int label) {
    return LabelledResponse.groups(rows.stream().filter(row -> row.level() == label).toList());
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
}
