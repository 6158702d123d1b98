package dev.assay.doctor;

import java.util.List;
import java.util.Map;

/**
 * A table of answers as it was understood.
 *
 * @param scores names of the scores, in the order of an answer's
 * @param answers in any order
 * @param thresholds at which scores pass, where they were said, by name
 * @param lowerIsBetter scores of which that is known
 */
public record Sheet(
    List<String> scores,
    List<Answer> answers,
    Map<String, Double> thresholds,
    List<String> lowerIsBetter) {

  /** Its systems, in order; one without name where the table names none. */
  public List<String> systems() {
    return answers.stream().map(Answer::system).distinct().sorted().toList();
  }

  /** Labelled answers. */
  public List<Answer> labelled() {
    return answers.stream().filter(Answer::labelled).toList();
  }

  /** How many questions {@code rows} are of. */
  public static int groups(List<Answer> rows) {
    return (int) rows.stream().map(Answer::group).distinct().count();
  }
}
