package dev.assay.conformal;

import dev.assay.calibration.LabelledResponse;
import dev.assay.calibration.ProbabilityMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Full conformal prediction for small samples: no label is set aside. Each label is tried on the
 * new case, the map is fitted on all rows with it, and the label stays when at least a share α of
 * the rows, its own among them, has at least its nonconformity (Vovk et al. 2005). Covers with
 * probability at least 1 − α. It costs a fit for each label and case: meant for up to a few hundred
 * labelled groups.
 *
 * <p>One row of each group enters, drawn by weight, so that the rows are exchangeable.
 *
 * @param learner fits
 * @param rows one a group
 * @param alpha the error rate, in (0, 0.5]
 */
public record FullConformal(SetLearner learner, List<LabelledResponse> rows, double alpha)
    implements SetPredictor {

  private static final String NEW = "";
  private static final double SLACK = 1e-9;

  public FullConformal {
    Quantile.check(alpha);
    rows = List.copyOf(rows);
  }

  /** On one row a group of {@code rows}. */
  public static FullConformal of(
      SetLearner learner, List<LabelledResponse> rows, double alpha, long seed) {
    List<LabelledResponse> drawn =
        OneRow.of(
            rows,
            LabelledResponse::groupId,
            LabelledResponse::weight,
            row -> 0,
            LabelledResponse.ORDER,
            seed);
    return new FullConformal(
        learner,
        drawn.stream()
            .map(row -> LabelledResponse.of(row.groupId(), row.scores(), row.level(), 1))
            .toList(),
        alpha);
  }

  @Override
  public PredictionSet set(double... scores) {
    return SetPredictor.of(learner.levels(), label -> pValue(label, scores) > alpha + SLACK);
  }

  /** The share of rows whose nonconformity is at least that of the new case with this label. */
  double pValue(int label, double... scores) {
    LabelledResponse tried =
        LabelledResponse.of(NEW, Arrays.stream(scores).boxed().toList(), label, 1);
    List<LabelledResponse> all = new ArrayList<>(rows);
    all.add(tried);
    Optional<ProbabilityMap> fitted = learner.fit(all);
    if (fitted.isEmpty()) {
      // Without a fit every row has the same nonconformity.
      return 1;
    }
    ProbabilityMap map = fitted.get();
    double own = learner.nonconformity(map, tried);
    long above = all.stream().filter(row -> learner.nonconformity(map, row) >= own).count();
    return above / (double) all.size();
  }
}
