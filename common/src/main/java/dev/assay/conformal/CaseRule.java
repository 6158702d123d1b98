package dev.assay.conformal;

import dev.assay.calibration.CalibrationStatus;
import dev.assay.calibration.Decision;
import dev.assay.calibration.PredictionSet;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Ruling;
import java.io.Serializable;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What turns a score into a probability, a set and a decision; small and serializable.
 *
 * @param status of the calibration; nothing is automated unless it is ok
 * @param reason why not, where it is not
 * @param map from scores to probabilities
 * @param quantiles of the sets by category; a category that is not there has full sets
 * @param byLabel whether categories are labels
 * @param automation {@code sets} when single sets decide, else the method that found {@code cut}
 * @param cut the least confidence that is decided
 * @param promise what holds of the decided, or why nothing is decided
 */
public record CaseRule(
    CalibrationStatus status,
    String reason,
    ProbabilityMap map,
    Map<String, Double> quantiles,
    boolean byLabel,
    String automation,
    Optional<Double> cut,
    String promise)
    implements Serializable {

  /** The method by which single sets decide. */
  public static final String SETS = "sets";

  public CaseRule {
    quantiles = Map.copyOf(quantiles);
  }

  /** Judges one finite score of a case of {@code category}; empty where there are none. */
  public Ruling decide(double score, String category) {
    double probability = map.probability(score);
    PredictionSet set = set(probability, category.isEmpty() ? SetGuarantees.ALL : category);
    if (status != CalibrationStatus.OK) {
      return new Ruling(
          probability, set, Decision.REFER, "calibration is " + status.id() + ": " + reason);
    }
    return automation.equals(SETS) ? bySet(probability, set) : byCut(probability, set);
  }

  private PredictionSet set(double probability, String category) {
    boolean zero = inside(probability, 0, category);
    boolean one = inside(probability, 1, category);
    if (zero) {
      return one ? PredictionSet.of(0, 1) : PredictionSet.of(0);
    }
    return one ? PredictionSet.of(1) : PredictionSet.of();
  }

  private boolean inside(double probability, int label, String category) {
    Double quantile = quantiles.get(byLabel ? SetGuarantees.label(label) : category);
    return quantile == null || Binary.nonconformity(probability, label) <= quantile;
  }

  private static Ruling bySet(double probability, PredictionSet set) {
    if (!set.isSingle()) {
      String why = set.size() == 0 ? "no label is plausible" : "both labels are plausible";
      return new Ruling(probability, set, Decision.REFER, why);
    }
    Decision decision = set.contains(1) ? Decision.ACCEPT : Decision.REJECT;
    return new Ruling(probability, set, decision, "only label " + set + " is plausible");
  }

  private Ruling byCut(double probability, PredictionSet set) {
    double confidence = Verdict.confidence(probability);
    if (cut.isEmpty()) {
      return new Ruling(probability, set, Decision.REFER, promise);
    }
    if (confidence < cut.get()) {
      return new Ruling(
          probability,
          set,
          Decision.REFER,
          String.format(Locale.ROOT, "sure to %.3f, decided from %.3f on", confidence, cut.get()));
    }
    return new Ruling(
        probability,
        set,
        Verdict.label(probability) == 1 ? Decision.ACCEPT : Decision.REJECT,
        promise);
  }
}
