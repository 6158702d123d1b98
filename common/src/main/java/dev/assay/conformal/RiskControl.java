package dev.assay.conformal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Conformal risk control (Angelopoulos, Bates, Fisch, Lei and Schuster 2024): the loosest cut with
 * (Σ loss + 1)/(G + 1) ≤ α, where a group's loss is the share of its rows that are decided and
 * wrong. It bounds the expected share of <em>all</em> cases that are decided wrongly. Among the
 * decided alone more than α may be wrong: for that promise there is {@link LearnThenTest}.
 *
 * <p>Groups have to count equally. Where they were labelled with unequal chances, one row of each
 * is drawn such that they do.
 */
public final class RiskControl {
  private static final double SLACK = 1e-9;

  private RiskControl() {}

  /**
   * The cut; empty when no case may be decided.
   *
   * @param seed draws rows where groups count unequally
   */
  static OptionalDouble cut(List<Verdict> rows, double alpha, long seed) {
    return OneRow.equal(rows, Verdict::groupId, Verdict::weight, Verdict::groupRows)
        ? ofEqual(rows, alpha)
        : ofEqual(LearnThenTest.one(rows, seed), alpha);
  }

  private static OptionalDouble ofEqual(List<Verdict> rows, double alpha) {
    LearnThenTest.check(alpha, .5);
    Map<String, Double> weights = new HashMap<>();
    rows.forEach(row -> weights.merge(row.groupId(), row.weight(), Double::sum));
    TreeMap<Double, Double> losses = new TreeMap<>();
    rows.stream()
        .sorted(Verdict.ORDER)
        .forEach(
            row ->
                losses.merge(
                    row.confidence(),
                    row.wrong() ? row.weight() / weights.get(row.groupId()) : 0.0,
                    Double::sum));
    double allowed = alpha * (weights.size() + 1) - 1 + SLACK;
    double loss = 0;
    OptionalDouble cut = OptionalDouble.empty();
    for (Map.Entry<Double, Double> entry : losses.descendingMap().entrySet()) {
      loss += entry.getValue();
      if (loss > allowed) {
        return cut;
      }
      cut = OptionalDouble.of(entry.getKey());
    }
    return allowed >= 0 && !losses.isEmpty() ? OptionalDouble.of(.5) : OptionalDouble.empty();
  }
}
