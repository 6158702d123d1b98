package dev.assay.conformal;

import dev.assay.calibration.Part;
import dev.assay.calibration.Splits;
import dev.assay.stats.Auroc;
import dev.assay.stats.Cohort;
import dev.assay.stats.Rounding;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

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
    String groupId,
    double score,
    double probability,
    int label,
    double weight,
    String category) {

  static final Comparator<JudgedCase> ORDER =
      Comparator.comparing(JudgedCase::groupId)
          .thenComparingDouble(JudgedCase::score)
          .thenComparingInt(JudgedCase::label)
          .thenComparingDouble(JudgedCase::weight)
          .thenComparing(JudgedCase::category);

  /** The cases whose groups serve {@code part}, in an order of their own. */
  static List<JudgedCase> in(Part part, Splits splits, List<JudgedCase> cases) {
    return cases.stream().filter(one -> splits.of(one.groupId()) == part).sorted(ORDER).toList();
  }

  /** AUROC of the probability on train groups; empty where they have one label. */
  public static OptionalDouble trainAuroc(List<JudgedCase> cases, Splits splits) {
    List<JudgedCase> train = in(Part.TRAIN, splits, cases);
    return Auroc.of(
        train.stream().mapToDouble(one -> Rounding.toNano(one.probability())).toArray(),
        new Cohort(
            train.stream().map(JudgedCase::groupId).toArray(String[]::new),
            train.stream().mapToInt(JudgedCase::label).toArray(),
            train.stream().mapToDouble(JudgedCase::weight).toArray()));
  }

  Verdict verdict() {
    return Verdict.of(groupId, probability, label, weight);
  }

  Scored scored() {
    return new Scored(groupId, Binary.nonconformity(probability, label), weight);
  }
}
