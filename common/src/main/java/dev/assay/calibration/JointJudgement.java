package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The scores of several metrics of one response with the human's label of it.
 *
 * @param groupId the question with its twins and repeats
 * @param scores finite, in the order of the metrics; kept to nine decimals
 * @param label 1 when the human passed the response, 0 when not
 * @param baselines a finite value for each baseline that is known for the response
 */
public record JointJudgement(
    String groupId, List<Double> scores, int label, Map<String, Double> baselines) {

  static final Comparator<JointJudgement> ORDER =
      Comparator.comparing(JointJudgement::groupId)
          .thenComparing(row -> row.scores().toString())
          .thenComparingInt(JointJudgement::label);

  public JointJudgement {
    scores = scores.stream().map(Rounding::toNano).toList();
    baselines = Map.copyOf(baselines);
  }

  /** With one score that stands for all. */
  Judgement scored(double score) {
    return new Judgement(LabelledScore.of(groupId, score, label), baselines);
  }

  /** How many groups the rows are of. */
  public static int groups(List<JointJudgement> rows) {
    return (int) rows.stream().map(JointJudgement::groupId).distinct().count();
  }

  double[] vector() {
    return scores.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
