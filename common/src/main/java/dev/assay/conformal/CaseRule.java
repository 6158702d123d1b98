package dev.assay.conformal;

import dev.assay.calibration.ProbabilityMap;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

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

  /**
   * Decides a case.
   *
   * @param category that its set is made in; empty where there are none
   * @param scores finite, of each metric in their order
   */
  public Ruling decide(String category, double... scores) {
    double[] levels = map.probabilities(scores);
    double probability = map.scale().passing(levels);
    PredictionSet set = sets.set(category, levels, scores);
    if (status != CalibrationStatus.OK) {
      return new Ruling(
          probability, set, Decision.REFER, "calibration is " + status.id() + ": " + reason);
    }
    return automation.equals(SETS) ? bySet(probability, set) : byCut(probability, set);
  }

  /** The labels of a set as people know them. */
  public List<String> texts(PredictionSet set) {
    return map.scale().names(set.labels());
  }

  /** The probability of each level at these scores, by name; empty for binary labels. */
  public Map<String, Double> levels(double... scores) {
    Map<String, Double> levels = new LinkedHashMap<>();
    if (!map.scale().isBinary()) {
      double[] p = map.probabilities(scores);
      for (int level = 0; level < p.length; level++) {
        levels.put(map.scale().names().get(level), p[level]);
      }
    }
    return levels;
  }

  private Ruling bySet(double probability, PredictionSet set) {
    String labels = String.join(",", texts(set));
    if (!set.isSingle()) {
      String why =
          set.size() == 0
              ? "no label is plausible"
              : (set.size() == 2 && map.scale().isBinary()
                      ? "both labels"
                      : "the labels {" + labels + "}")
                  + " are plausible";
      return new Ruling(probability, set, Decision.REFER, why);
    }
    Decision decision =
        map.scale().passing().contains(set.labels().get(0)) ? Decision.ACCEPT : Decision.REJECT;
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
