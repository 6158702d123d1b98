package dev.assay.calibration;

import java.io.Serializable;

/**
 * The part of a calibration that is applied to new scores; small and serializable.
 *
 * @param status nothing is automated unless it is ok
 * @param reason why not, where it is not
 * @param map from scores to probabilities
 * @param conformal from probabilities to sets
 */
public record DecisionRule(
    CalibrationStatus status, String reason, ProbabilityMap map, SplitConformal conformal)
    implements Serializable {

  /** Judges one finite score. */
  public Ruling decide(double score) {
    double probability = map.probability(score);
    PredictionSet set = conformal.set(probability);
    if (status != CalibrationStatus.OK) {
      return new Ruling(
          probability, set, Decision.REFER, "calibration is " + status.id() + ": " + reason);
    }
    if (!set.isSingle()) {
      String why = set.size() == 0 ? "no label is plausible" : "both labels are plausible";
      return new Ruling(probability, set, Decision.REFER, why);
    }
    Decision decision = set.contains(1) ? Decision.ACCEPT : Decision.REJECT;
    return new Ruling(probability, set, decision, "only label " + set + " is plausible");
  }
}
