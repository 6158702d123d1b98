package dev.assay.calibration;

import dev.assay.base.Rounding;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A response with the label that a human gave it and what one metric, or several, say of it.
 *
 * @param groupId the question with its twins and repeats; groups are independent, rows are not
 * @param scores one or more, finite, in the order of the metrics; kept to nine decimals
 * @param level the place of the label among its levels, from 0; of a binary label 1 when the human
 *     passed the response, 0 when not
 * @param weight finite and positive; 1 unless rows count unequally
 * @param category that sets are fitted in, such as {@code query_type=factual}; empty for one
 * @param baselines a finite value for each baseline that is known for the response
 */
public record LabelledResponse(
    String groupId,
    List<Double> scores,
    int level,
    double weight,
    String category,
    Map<String, Double> baselines)
    implements Serializable {

  /** The baseline that a metric must beat: the answer's length. */
  public static final String ANSWER_LENGTH = "answer_length";

  /** The baseline that is shown beside: the share of the answer's words that the contexts hold. */
  public static final String COPIED_SHARE = "copied_share";

  /** By group, then scores, level, weight and category: makes sums independent of rows' order. */
  public static final Comparator<LabelledResponse> ORDER =
      Comparator.comparing(LabelledResponse::groupId)
          .thenComparing(LabelledResponse::byScores)
          .thenComparingInt(LabelledResponse::level)
          .thenComparingDouble(LabelledResponse::weight)
          .thenComparing(LabelledResponse::category);

  public LabelledResponse {
    if (level < 0) {
      throw new IllegalArgumentException("A level is 0 or more, got " + level);
    }
    if (!(weight > 0) || !Double.isFinite(weight)) {
      throw new IllegalArgumentException("A weight must be finite and positive, got " + weight);
    }
    for (double score : scores) {
      if (!Double.isFinite(score)) {
        throw new IllegalArgumentException("A score must be finite, got " + score);
      }
    }
    // Millions of rows have one score.
    scores =
        scores.size() == 1
            ? List.of(Rounding.toNano(scores.get(0)))
            : scores.stream().map(Rounding::toNano).toList();
    baselines = Map.copyOf(baselines);
  }

  /** A row of one metric and weight 1. */
  public static LabelledResponse of(String groupId, double score, int level) {
    return of(groupId, score, level, 1);
  }

  /** A row of one metric, without category and baselines. */
  public static LabelledResponse of(String groupId, double score, int level, double weight) {
    return of(groupId, List.of(score), level, weight);
  }

  /** A row without category and baselines. */
  public static LabelledResponse of(String groupId, List<Double> scores, int level, double weight) {
    return new LabelledResponse(groupId, scores, level, weight, "", Map.of());
  }

  /** The score of the first metric, where there is one alone. */
  public double score() {
    return scores.get(0);
  }

  /** The scores, in the order of the metrics. */
  public double[] vector() {
    double[] vector = new double[scores.size()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = scores.get(i);
    }
    return vector;
  }

  /** With one score that stands for all. */
  public LabelledResponse scored(double score) {
    return new LabelledResponse(groupId, List.of(score), level, weight, category, baselines);
  }

  /** With a binary label: whether its level passes. */
  public LabelledResponse passed(LevelScale scale) {
    int label = scale.passing().contains(level) ? 1 : 0;
    return scale.isBinary()
        ? this
        : new LabelledResponse(groupId, scores, label, weight, category, baselines);
  }

  /** How many groups the rows are of. */
  public static int groups(List<LabelledResponse> rows) {
    return (int) rows.stream().map(LabelledResponse::groupId).distinct().count();
  }

  private static int byScores(LabelledResponse one, LabelledResponse other) {
    int n = Math.min(one.scores.size(), other.scores.size());
    for (int i = 0; i < n; i++) {
      int difference = Double.compare(one.scores.get(i), other.scores.get(i));
      if (difference != 0) {
        return difference;
      }
    }
    return Integer.compare(one.scores.size(), other.scores.size());
  }
}
