package dev.assay.conformal;

import dev.assay.calibration.CalibrationStatus;
import dev.assay.calibration.Decision;
import dev.assay.calibration.PredictionSet;
import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Ruling;
import java.io.Serializable;
import java.util.Locale;

/**
 * What turns a score into a probability, a set and a decision; small and serializable.
 *
 * @param status of the calibration; nothing is automated unless it is ok
 * @param reason why not, where it is not
 * @param map from scores to probabilities
 * @param sets make the prediction sets
 * @param automation {@code sets} when single sets decide, else the method that found {@code cut}
 * @param cut the least confidence that is decided; infinite where none is
 * @param promise what holds of the decided, or why nothing is decided
 */
public record CaseRule(
    CalibrationStatus status,
    String reason,
    ProbabilityMap map,
    CaseSets sets,
    String automation,
    double cut,
    String promise)
    implements Serializable {

  /** The method by which single sets decide. */
  public static final String SETS = "sets";

  /** Judges one finite score of a case of {@code category}; empty where there are none. */
  public Ruling decide(double score, String category) {
    return decide(score, category, score);
  }

  /** The same of a score that was made from those of several metrics. */
  public Ruling decide(double score, String category, double... inputs) {
    double probability = map.probability(score);
    PredictionSet set = sets.set(score, probability, category, inputs);
    if (status != CalibrationStatus.OK) {
      return new Ruling(
          probability, set, Decision.REFER, "calibration is " + status.id() + ": " + reason);
    }
    return automation.equals(SETS) ? bySet(probability, set) : byCut(probability, set);
  }

  private Ruling bySet(double probability, PredictionSet set) {
    String labels = String.join(",", sets.texts(set));
    if (!set.isSingle()) {
      String why =
          set.size() == 0
              ? "no label is plausible"
              : (set.size() == 2 && sets.texts(set).equals(set.texts())
                      ? "both labels"
                      : "the labels {" + labels + "}")
                  + " are plausible";
      return new Ruling(probability, set, Decision.REFER, why);
    }
    Decision decision =
        sets.passing().contains(set.labels().get(0)) ? Decision.ACCEPT : Decision.REJECT;
    return new Ruling(probability, set, decision, "only label {" + labels + "} is plausible");
  }

  private Ruling byCut(double probability, PredictionSet set) {
    double confidence = Verdict.confidence(probability);
    if (Double.isInfinite(cut)) {
      return new Ruling(probability, set, Decision.REFER, promise);
    }
    if (confidence < cut) {
      return new Ruling(
          probability,
          set,
          Decision.REFER,
          String.format(Locale.ROOT, "sure to %.3f, decided from %.3f on", confidence, cut));
    }
    return new Ruling(
        probability,
        set,
        Verdict.label(probability) == 1 ? Decision.ACCEPT : Decision.REJECT,
        promise);
  }
}
