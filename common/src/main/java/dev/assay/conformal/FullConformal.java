package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.PredictionSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Full conformal prediction for small samples: no label is set aside. Each label is tried on the
 * new case, the map is fitted on all rows with it, and the label stays when at least a share α of
 * the rows, its own among them, is as strange (Vovk et al. 2005). Covers with probability at least
 * 1 − α. It costs a fit for each label and case: meant for up to a few hundred labelled groups.
 *
 * <p>One row of each group enters, drawn by weight, so that the rows are exchangeable.
 *
 * @param learner fits
 * @param rows one a group
 * @param alpha the error rate, in (0, 0.5]
 */
public record FullConformal(SetLearner learner, List<LabelledVector> rows, double alpha)
    implements SetPredictor {

  private static final String NEW = "";
  private static final double SLACK = 1e-9;

  public FullConformal {
    Quantile.check(alpha);
    rows = List.copyOf(rows);
  }

  /** On one row a group of {@code rows}. */
  public static FullConformal of(
      Calibrator calibrator, List<LabelledScore> rows, double alpha, long seed) {
    return of(
        new SetLearner.OfMetric(calibrator, ""),
        rows.stream().map(LabelledVector::of).toList(),
        alpha,
        seed);
  }

  /** The same of anything that can be learnt. */
  public static FullConformal of(
      SetLearner learner, List<LabelledVector> rows, double alpha, long seed) {
    List<LabelledVector> drawn =
        OneRow.of(
            rows, LabelledVector::groupId, LabelledVector::weight, LabelledVector.ORDER, seed);
    return new FullConformal(
        learner,
        drawn.stream()
            .map(row -> new LabelledVector(row.groupId(), row.scores(), row.label(), 1))
            .toList(),
        alpha);
  }

  @Override
  public PredictionSet set(double... scores) {
    return SetPredictor.of(
        learner.labels(), learner.contiguous(), label -> pValue(label, scores) > alpha + SLACK);
  }

  /** The share of rows that are at least as strange as the new case with this label. */
  double pValue(int label, double... scores) {
    LabelledVector tried =
        new LabelledVector(NEW, Arrays.stream(scores).boxed().toList(), label, 1);
    List<LabelledVector> all = new ArrayList<>(rows);
    all.add(tried);
    Optional<Strangeness> fitted = learner.fit(all);
    if (fitted.isEmpty()) {
      // Without a fit every row is as strange as any other.
      return 1;
    }
    double own = fitted.get().of(scores)[label];
    long stranger =
        all.stream().filter(row -> fitted.get().of(row.vector())[row.label()] >= own).count();
    return stranger / (double) all.size();
  }
}
