package dev.assay.conformal;

import dev.assay.calibration.LabelledScore;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.stats.Rounding;

/** Nonconformity of a binary label under a probability map, 1 − P(label). */
final class Binary {
  private Binary() {}

  static double nonconformity(double probability, int label) {
    return Rounding.toNano(label == 1 ? 1 - probability : probability);
  }

  static Scored scored(ProbabilityMap map, LabelledScore row) {
    return new Scored(
        row.groupId(), nonconformity(map.probability(row.score()), row.label()), row.weight());
  }
}
