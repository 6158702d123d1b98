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
 * @param automation {@code sets} when single sets decide, else the method that found the limits
 * @param accept what is accepted
 * @param reject what is rejected
 */
public record CaseRule(
    CalibrationStatus status,
    String reason,
    ProbabilityMap map,
    CaseSets sets,
    String automation,
    Limit accept,
    Limit reject)
    implements Serializable {

  /**
   * From where on the machine decides.
   *
   * @param from the least confidence; infinite where nothing is decided
   * @param words what is promised of it, or why nothing is decided
   */
  public record Limit(double from, String words) implements Serializable {

    /** Nothing is decided, for this reason. */
    public static Limit nothing(String why) {
      return new Limit(Double.POSITIVE_INFINITY, why);
    }
  }

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
    if (!set.isSingle()) {
      return new Ruling(probability, set, Decision.REFER, plausible(set));
    }
    Decision decision =
        map.scale().passing().contains(set.labels().get(0)) ? Decision.ACCEPT : Decision.REJECT;
    String why = "only label {" + String.join(",", texts(set)) + "} is plausible";
    return new Ruling(probability, set, decision, why);
  }

  private Ruling byCut(double probability, PredictionSet set) {
    Opinion opinion = Opinion.of(probability, set, map.scale());
    if (opinion.says(Decision.REFER)) {
      return new Ruling(probability, set, Decision.REFER, "at even odds nothing is decided");
    }
    boolean accepts = opinion.says(Decision.ACCEPT);
    Limit limit = accepts ? accept : reject;
    if (Double.isInfinite(limit.from())) {
      return new Ruling(probability, set, Decision.REFER, limit.words());
    }
    if (opinion.confidence() < limit.from()) {
      String why =
          String.format(
              Locale.ROOT,
              "sure to %.3f, %s from %.3f on",
              opinion.confidence(),
              accepts ? "accepted" : "rejected",
              limit.from());
      return new Ruling(probability, set, Decision.REFER, why);
    }
    return opinion.decides(limit.from())
        ? new Ruling(probability, set, opinion.decision(), limit.words())
        : new Ruling(probability, set, Decision.REFER, plausible(set));
  }

  private String plausible(PredictionSet set) {
    if (set.size() == 0) {
      return "no label is plausible";
    }
    return (set.size() == 2 && map.scale().isBinary()
            ? "both labels"
            : "the labels {" + String.join(",", texts(set)) + "}")
        + " are plausible";
  }
}
