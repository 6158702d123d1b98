package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A machine's score of one response with the level that a human gave it.
 *
 * @param groupId the question with its twins and repeats; groups are independent, rows are not
 * @param score the metric's value, finite; kept to nine decimals
 * @param level its place among the levels, from 0
 * @param weight 1/π where the chance π to be labelled is known, else 1
 * @param category that sets are fitted in, such as {@code query_type=factual}; empty for one
 * @param baselines a finite value for each baseline that is known for the response
 */
public record LevelJudgement(
    String groupId,
    double score,
    int level,
    double weight,
    String category,
    Map<String, Double> baselines) {

  /** By group, then score, level, weight and category. */
  public static final Comparator<LevelJudgement> ORDER =
      Comparator.comparing(LevelJudgement::groupId)
          .thenComparingDouble(LevelJudgement::score)
          .thenComparingInt(LevelJudgement::level)
          .thenComparingDouble(LevelJudgement::weight)
          .thenComparing(LevelJudgement::category);

  public LevelJudgement {
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("A score must be finite, got " + score);
    }
    if (level < 0) {
      throw new IllegalArgumentException("A level is 0 or more, got " + level);
    }
    score = Rounding.toNano(score);
    baselines = Map.copyOf(baselines);
  }

  /** Without a category, baselines or a weight of its own. */
  public static LevelJudgement of(String groupId, double score, int level) {
    return new LevelJudgement(groupId, score, level, 1, "", Map.of());
  }

  /** The same response as passed or failed, with a score of weight 1. */
  public Judgement passed(Set<Integer> passing, double by) {
    return new Judgement(LabelledScore.of(groupId, by, passing.contains(level) ? 1 : 0), baselines);
  }

  /** How many groups the rows are of. */
  public static int groups(List<LevelJudgement> rows) {
    return (int) rows.stream().map(LevelJudgement::groupId).distinct().count();
  }

  /** The table of these rows, each of weight 1. */
  public static ScoreTable table(List<LevelJudgement> rows, int levels) {
    double[] weights = new double[rows.size()];
    java.util.Arrays.fill(weights, 1);
    return ScoreTable.of(
        rows.stream().mapToDouble(LevelJudgement::score).toArray(),
        rows.stream().mapToInt(LevelJudgement::level).toArray(),
        weights,
        levels);
  }
}
