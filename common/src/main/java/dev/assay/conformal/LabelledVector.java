package dev.assay.conformal;

import dev.assay.calibration.LabelledScore;
import dev.assay.stats.Rounding;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;

/**
 * A labelled response as sets for few labels see it: with the score of one metric, or of several.
 *
 * @param groupId the question with its twins and repeats
 * @param scores finite, in the order of the metrics; kept to nine decimals
 * @param label 0 or 1, or the place of the level
 * @param weight finite and positive; 1 unless rows count unequally
 */
public record LabelledVector(String groupId, List<Double> scores, int label, double weight)
    implements Serializable {

  /** By group, then scores, label and weight. */
  public static final Comparator<LabelledVector> ORDER =
      Comparator.comparing(LabelledVector::groupId)
          .thenComparing(row -> row.scores().toString())
          .thenComparingInt(LabelledVector::label)
          .thenComparingDouble(LabelledVector::weight);

  public LabelledVector {
    scores = scores.stream().map(Rounding::toNano).toList();
  }

  /** Of one metric. */
  public static LabelledVector of(LabelledScore row) {
    return new LabelledVector(row.groupId(), List.of(row.score()), row.label(), row.weight());
  }

  /** The same as a score of one metric. */
  LabelledScore labelled() {
    return new LabelledScore(groupId, scores.get(0), label, weight);
  }

  double[] vector() {
    return scores.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** How many groups the rows are of. */
  public static int groups(List<LabelledVector> rows) {
    return (int) rows.stream().map(LabelledVector::groupId).distinct().count();
  }
}
