package dev.assay.calibration;

import dev.assay.core.Direction;
import java.io.Serializable;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How a {@link JointMap} is learnt.
 *
 * @param method {@code boosted}, monotone in every metric that has a direction, or {@code
 *     logistic}, in which no metric counts against its direction
 * @param directions of the metrics, in the order of the scores
 */
public record JointFitting(String method, List<Direction> directions) implements Serializable {

  public JointFitting {
    directions = List.copyOf(directions);
  }

  /** Fits the rows, in any order; empty where {@link #degeneracy} says why. */
  public Optional<JointMap> fit(List<JointJudgement> rows) {
    if (!plain(rows).isEmpty()) {
      return Optional.empty();
    }
    List<JointJudgement> ordered = rows.stream().sorted(JointJudgement.ORDER).toList();
    if (method.equals(LogisticMap.METHOD)) {
      return new JointLogistic(ordered).fit(directions);
    }
    return Optional.of(
        BoostedCalibrator.of(directions.toArray(Direction[]::new))
            .boost(
                ordered.stream().map(JointJudgement::vector).toList(),
                ordered.stream().map(JointJudgement::label).toList(),
                Collections.nCopies(ordered.size(), 1.0)));
  }

  /** Why rows without a fit have none. */
  String degeneracy(List<JointJudgement> rows) {
    String why = plain(rows);
    return why.isEmpty() ? "the logistic fit did not converge: separable labels" : why;
  }

  private static String plain(List<JointJudgement> rows) {
    if (rows.isEmpty()) {
      return "no labelled row with a score of every metric";
    }
    if (rows.stream().mapToInt(JointJudgement::label).distinct().count() < 2) {
      return "every label is " + rows.get(0).label();
    }
    return rows.stream().map(JointJudgement::scores).distinct().count() < 2
        ? "every score is " + rows.get(0).scores()
        : "";
  }
}
