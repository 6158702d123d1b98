package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.io.Serializable;
import java.util.Comparator;

/**
 * A machine's score of one response with the human's label of it.
 *
 * @param groupId the question with its twins and repeats; groups are independent, rows are not
 * @param score the metric's value, finite; kept to nine decimals
 * @param label 1 when the human passed the response, 0 when not
 * @param weight finite and positive; 1 unless rows count unequally
 */
public record LabelledScore(String groupId, double score, int label, double weight)
    implements Serializable {

  /** By group, then score, label and weight: makes sums independent of the order of the rows. */
  static final Comparator<LabelledScore> ORDER =
      Comparator.comparing(LabelledScore::groupId)
          .thenComparingDouble(LabelledScore::score)
          .thenComparingInt(LabelledScore::label)
          .thenComparingDouble(LabelledScore::weight);

  public LabelledScore {
    check(score, label);
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
    }
    score = Rounding.toNano(score);
  }

  static void check(double score, int label) {
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("A score must be finite, got " + score);
    }
    if (label != 0 && label != 1) {
      throw new IllegalArgumentException("A label is 0 or 1, got " + label);
    }
  }

  /** A row of weight 1. */
  public static LabelledScore of(String groupId, double score, int label) {
    return new LabelledScore(groupId, score, label, 1);
  }
}
