package dev.assay.doctor;

import dev.assay.core.Direction;
import dev.assay.stats.Interval;
import dev.assay.stats.ppi.HumanEquivalent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one score is worth.
 *
 * @param name its column
 * @param direction which end is good
 * @param directionBy how that is known: {@code said}, {@code labels}, or {@code assumed}
 * @param threshold from which it passes, or below which where lower is better
 * @param n answers that have it
 * @param nLabelled those of them that people labelled
 * @param agreement AUROC towards the good end
 * @param correlation Spearman's with the labels, towards the good end
 * @param overLength by how much its AUROC is larger than that of the answer's length
 * @param own the share that it passes
 * @param human the share that people would pass, by its help
 * @param predictionError standard error of its mean prediction, which no label makes smaller
 * @param systems the same by system, where there are several, the best by people first
 * @param gaps between the best and each of the others
 * @param biases what moves it and not people
 */
public record ScoreWorth(
    String name,
    Direction direction,
    String directionBy,
    double threshold,
    int n,
    int nLabelled,
    Optional<Interval> agreement,
    OptionalDouble correlation,
    Optional<Interval> overLength,
    Optional<Interval> own,
    Optional<HumanEquivalent> human,
    double predictionError,
    List<SystemRate> systems,
    List<SystemGap> gaps,
    List<Bias> biases) {

  /**
   * A system's rates.
   *
   * @param system its name
   * @param n answers
   * @param labelled of them
   * @param own the share that the score passes
   * @param human the share that people would pass
   */
  public record SystemRate(
      String system,
      int n,
      int labelled,
      Optional<Interval> own,
      Optional<HumanEquivalent> human) {}

  /**
   * How two systems differ.
   *
   * @param first whose rate is taken
   * @param second whose rate is taken off
   * @param shared questions that both answered
   * @param own by the score
   * @param human by people
   * @param shown whether people surely pass one more often, all the differences considered
   */
  public record SystemGap(
      String first,
      String second,
      int shared,
      Optional<HumanEquivalent> own,
      Optional<HumanEquivalent> human,
      boolean shown) {

    SystemGap shown(boolean sure) {
      return new SystemGap(first, second, shared, own, human, sure);
    }
  }

  /**
   * By how much more the score passes than people do, in one part of the labelled answers than in
   * another.
   *
   * @param what {@code length} or {@code system}
   * @param first the one part, in words
   * @param second the other
   * @param excess the difference of the errors
   * @param shown whether it is surely there, all of its kind considered
   */
  public record Bias(
      String what, String first, String second, HumanEquivalent excess, boolean shown) {}
}
