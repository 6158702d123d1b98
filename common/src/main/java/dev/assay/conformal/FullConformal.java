package dev.assay.conformal;

import dev.assay.calibration.Calibrator;
import dev.assay.calibration.Fit;
import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.PredictionSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Full conformal prediction for small samples: no label is set aside. Each label is tried on the
 * new case, the map is fitted on all rows with it, and the label stays when at least a share α of
 * the rows, its own among them, is as strange (Vovk et al. 2005). Covers with probability at least
 * 1 − α. It costs two fits a case: meant for up to a few hundred labelled groups.
 *
 * <p>One row of each group enters, drawn by weight, so that the rows are exchangeable.
 *
 * @param calibrator fits; its result must not depend on the order of rows
 * @param rows one a group
 * @param alpha the error rate, in (0, 0.5]
 */
public record FullConformal(Calibrator calibrator, List<LabelledScore> rows, double alpha)
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
    List<LabelledScore> drawn =
        OneRow.of(
            rows,
            LabelledScore::groupId,
            LabelledScore::weight,
            Comparator.comparingDouble(LabelledScore::score).thenComparingInt(LabelledScore::label),
            seed);
    return new FullConformal(
        calibrator,
        drawn.stream()
            .map(row -> LabelledScore.of(row.groupId(), row.score(), row.label()))
            .toList(),
        alpha);
  }

  @Override
  public PredictionSet set(double score) {
    return PredictionSet.of(
        IntStream.of(0, 1).filter(label -> pValue(score, label) > alpha + SLACK).toArray());
  }

  /** The share of rows that are at least as strange as the new case with this label. */
  double pValue(double score, int label) {
    LabelledScore tried = LabelledScore.of(NEW, score, label);
    List<LabelledScore> all = new ArrayList<>(rows);
    all.add(tried);
    if (!(calibrator.fit(all) instanceof Fit.Fitted fitted)) {
      // Without a fit every row is as strange as any other.
      return 1;
    }
    double own = Binary.scored(fitted.map(), tried).nonconformity();
    long stranger =
        all.stream().filter(row -> Binary.scored(fitted.map(), row).nonconformity() >= own).count();
    return stranger / (double) all.size();
  }
}
