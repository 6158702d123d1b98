package dev.assay.core;

import dev.assay.base.Identified;
import dev.assay.base.Rounding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One sentence's part in a metric, so that the number can be explained.
 *
 * @param metric the metric's own name
 * @param side the text that the sentence comes from
 * @param sentenceIndex the sentence's place in that text, from 0
 * @param sentence the sentence itself
 * @param score its score; empty when it could not be measured
 * @param match its best match on the other side, if the metric has one
 * @param flags short machine-readable remarks, such as {@code number_mismatch}
 * @param detail further numbers by name
 */
public record Evidence(
    String metric,
    Side side,
    int sentenceIndex,
    String sentence,
    double score,
    Optional<Match> match,
    List<String> flags,
    Map<String, Double> detail) {

  /** The text that a sentence belongs to. */
  public enum Side implements Identified {
    QUESTION,
    EXPECTED,
    CONTEXT,
    ANSWER
  }

  /** The sentence on the other side that matched best. */
  public record Match(Side side, int index, String sentence) {}

  public Evidence {
    flags = List.copyOf(flags);
    detail = Map.copyOf(detail);
  }

  /** The same with its numbers as a network's floats bear them: {@link Rounding#toMicro}. */
  Evidence rounded() {
    Map<String, Double> numbers = new HashMap<>(detail);
    numbers.replaceAll((name, number) -> Rounding.toMicro(number));
    return new Evidence(
        metric, side, sentenceIndex, sentence, Rounding.toMicro(score), match, flags, numbers);
  }

  /** Evidence with a match and nothing else. */
  public static Evidence of(
      String metric, Side side, int index, String sentence, double score, Match match) {
    return new Evidence(
        metric, side, index, sentence, score, Optional.of(match), List.of(), Map.of());
  }

  /** Evidence with neither match nor remarks. */
  public static Evidence of(String metric, Side side, int index, String sentence, double score) {
    return new Evidence(
        metric, side, index, sentence, score, Optional.empty(), List.of(), Map.of());
  }

  /** The same with remarks. */
  public Evidence flagged(String... remarks) {
    return flagged(List.of(remarks));
  }

  /** The same with remarks. */
  public Evidence flagged(List<String> remarks) {
    return new Evidence(metric, side, sentenceIndex, sentence, score, match, remarks, detail);
  }

  /** The same with further numbers. */
  public Evidence with(Map<String, Double> numbers) {
    return new Evidence(metric, side, sentenceIndex, sentence, score, match, flags, numbers);
  }
}
