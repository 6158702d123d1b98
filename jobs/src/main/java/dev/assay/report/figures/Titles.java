package dev.assay.report.figures;

import dev.assay.jobs.robustness.DecisionName;
import java.util.Optional;

/** Metrics as a page names them. */
public final class Titles {
  private Titles() {}

  /**
   * "groundedness mean" for {@code groundedness.groundedness_mean}, "correct by facts covered" for
   * a decision.
   */
  public static String of(String name) {
    Optional<DecisionName> decision = DecisionName.parse(name);
    if (decision.isPresent()) {
      return decision.get().dimension() + " by " + of(decision.get().metric());
    }
    int dot = name.indexOf('.');
    String evaluator = dot < 0 ? "" : name.substring(0, dot);
    String metric = dot < 0 ? name : name.substring(dot + 1);
    String own = metric.replace('_', ' ');
    return metric.startsWith(evaluator) ? own : evaluator.replace('_', ' ') + " · " + own;
  }
}
