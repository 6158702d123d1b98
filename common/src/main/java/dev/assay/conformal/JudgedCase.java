package dev.assay.conformal;

import java.util.Comparator;

/**
 * A labelled response with the calibrated probability of label 1.
 *
 * @param groupId the question with its twins and repeats
 * @param score the metric's value, finite
 * @param probability in [0, 1]
 * @param label 0 or 1
 * @param weight 1/π where the chance π to be labelled is known, else 1
 * @param category that sets are fitted in, such as {@code query_type=factual}; empty for one
 */
public record JudgedCase(
    String groupId, double score, double probability, int label, double weight, String category) {

  static final Comparator<JudgedCase> ORDER =
      Comparator.comparing(JudgedCase::groupId)
          .thenComparingDouble(JudgedCase::score)
          .thenComparingInt(JudgedCase::label)
          .thenComparingDouble(JudgedCase::weight)
          .thenComparing(JudgedCase::category);

  Verdict verdict() {
    return Verdict.of(groupId, probability, label, weight);
  }

  Scored scored() {
    return new Scored(groupId, Binary.nonconformity(probability, label), weight);
  }
}
