package dev.assay.conformal;

import dev.assay.conformal.LearnThenTest.Sequence;
import dev.assay.conformal.LearnThenTest.Step;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;

/** Why no cut was certified, and what would help. */
final class Shortage {
  private Shortage() {}

  /**
   * In words.
   *
   * @param sequence that ended at once
   * @param groups tested on
   * @param level that it was tested at
   * @param round of labels, from 1 on
   */
  static String of(
      Sequence sequence,
      int groups,
      Decision side,
      Automation automation,
      double level,
      int round) {
    Automation.Terms terms = automation.terms(side);
    if (sequence.steps().isEmpty()) {
      return String.format(
          Locale.ROOT,
          "of no answer of stage 1 it is at least %s sure that it %s",
          SetGuarantees.percent(terms.least()),
          side == Decision.ACCEPT ? "passes" : "fails");
    }
    String verb = side == Decision.ACCEPT ? "accepted" : "rejected";
    int needed = LearnThenTest.groupsNeeded(terms.alpha(), level);
    List<Step> started = LearnThenTest.started(sequence, level);
    if (started.isEmpty()) {
      int more = (int) Math.ceil((needed - sequence.expected()) / sequence.share());
      return String.format(
          Locale.ROOT,
          "%d labelled groups are too few: about %.0f of them would be %s, and %d, all decided"
              + " rightly, are the fewest that show at most %s errors at level %s%s; about %d more"
              + " conformal groups would help",
          groups,
          sequence.expected(),
          verb,
          needed,
          SetGuarantees.percent(terms.alpha()),
          new BigDecimal(level).round(new MathContext(2)).toPlainString(),
          round > 1 ? " of round " + round : "",
          Math.max(1, more));
    }
    Step first = started.get(0);
    if (first.decided() == 0) {
      return "of %d labelled groups none would be %s: the prediction sets of all that are sure enough leave more than one answer open, or none: see the sets' own row"
          .formatted(groups, verb);
    }
    return "of %d labelled groups %d would be %s at the strictest cut, and %d of those as sure are wrong: that does not show at most %s"
        .formatted(
            groups, first.decided(), verb, first.errors(), SetGuarantees.percent(terms.alpha()));
  }
}
