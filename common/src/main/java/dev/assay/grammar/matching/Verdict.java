package dev.assay.grammar.matching;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the rules say of an answer.
 *
 * @param correct empty where no rule decided
 * @param precision of what the answer names, the share that is true; for sets alone
 * @param recall of what is true, the share that the answer names; for sets alone
 * @param reason one clause: what was found
 */
public record Verdict(
    Optional<Boolean> correct,
    OptionalDouble precision,
    OptionalDouble recall,
    Way way,
    String reason) {

  static Verdict of(boolean correct, Way way, String reason) {
    return new Verdict(
        Optional.of(correct), OptionalDouble.empty(), OptionalDouble.empty(), way, reason);
  }

  static Verdict undecided(String reason) {
    return new Verdict(
        Optional.empty(), OptionalDouble.empty(), OptionalDouble.empty(), Way.UNDECIDED, reason);
  }

  static Verdict set(double precision, double recall, String reason) {
    return new Verdict(
        Optional.of(precision == 1 && recall == 1),
        OptionalDouble.of(precision),
        OptionalDouble.of(recall),
        Way.SET,
        reason);
  }
}
