package dev.assay.calibration;

import dev.assay.core.Direction;
import java.util.Collections;
import java.util.List;

/**
 * Regression of a binary label on the scores of several metrics. Rows' weights have no say in it.
 *
 * @param method {@code boosted}, monotone in every metric that has a direction, or {@code
 *     logistic}, in which no metric counts against its direction
 * @param directions of the metrics, in the order of the scores
 */
public record JointCalibrator(String method, List<Direction> directions) implements Calibrator {
  public JointCalibrator {
    directions = List.copyOf(directions);
  }

  @Override
  public Fit fit(List<LabelledResponse> rows) {
    String why = degeneracy(rows);
    if (!why.isEmpty()) {
      return new Fit.Degenerate(why);
    }
    List<LabelledResponse> ordered = rows.stream().sorted(LabelledResponse.ORDER).toList();
    if (method.equals(LogisticMap.METHOD)) {
      return new JointLogistic(ordered)
          .fit(directions)
          .<Fit>map(Fit.Fitted::new)
          .orElse(new Fit.Degenerate("the logistic fit did not converge"));
    }
    return new Fit.Fitted(
        BoostedCalibrator.of(directions.toArray(Direction[]::new))
            .boost(
                ordered.stream().map(LabelledResponse::vector).toList(),
                ordered.stream().map(LabelledResponse::level).toList(),
                Collections.nCopies(ordered.size(), 1.0)));
  }

  private static String degeneracy(List<LabelledResponse> rows) {
    if (rows.isEmpty()) {
      return "no labelled row with a score of every metric";
    }
    if (rows.stream().mapToInt(LabelledResponse::level).distinct().count() < 2) {
      return "every label is " + rows.get(0).level();
    }
    return rows.stream().map(LabelledResponse::scores).distinct().count() < 2
        ? "every score is " + rows.get(0).scores()
        : "";
  }
}
