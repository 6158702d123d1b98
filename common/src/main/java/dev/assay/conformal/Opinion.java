package dev.assay.conformal;

import dev.assay.base.Rounding;
import dev.assay.calibration.LevelScale;
import java.io.Serializable;

/**
 * What the machine would say of a response; whether it may say so is another matter.
 *
 * @param decision accept where it rather passes, reject where it rather does not, refer at even
 *     odds
 * @param confidence the probability of the likelier, in [0.5, 1]; kept to nine decimals
 * @param certain whether its prediction set leaves nothing else: it holds a label, and only such as
 *     go with the decision
 */
record Opinion(Decision decision, double confidence, boolean certain) implements Serializable {

  Opinion {
    if (!(confidence >= .5 && confidence <= 1)) {
      throw new IllegalArgumentException("A confidence lies in [0.5, 1], got " + confidence);
    }
  }

  /**
   * Of a response.
   *
   * @param probability that it passes
   * @param set of labels that a human may plausibly give
   */
  static Opinion of(double probability, PredictionSet set, LevelScale scale) {
    double passes = Rounding.toNano(probability);
    Decision decision =
        passes > .5 ? Decision.ACCEPT : passes < .5 ? Decision.REJECT : Decision.REFER;
    boolean certain =
        set.size() > 0
            && decision != Decision.REFER
            && set.labels().stream()
                .allMatch(
                    label -> scale.passing().contains(label) == (decision == Decision.ACCEPT));
    return new Opinion(decision, Rounding.toNano(Math.max(passes, 1 - passes)), certain);
  }

  /** Whether it decides so, sure enough or not. */
  boolean says(Decision side) {
    return decision == side;
  }

  /** Whether it may decide where the machine has to be as sure as {@code cut}. */
  boolean decides(double cut) {
    return certain && confidence >= cut;
  }
}
