package dev.assay.jobs.gate;

import dev.assay.base.OneLine;
import dev.assay.stats.BoundCheck;
import java.util.Locale;

/**
 * One test of a system in a slice.
 *
 * @param test cell, missing, bound or baseline
 * @param subject the metric, or {@code human.DIMENSION}
 * @param outcome what it came to
 * @param text the numbers, in a sentence
 */
record GateCheck(
    String test, String subject, String system, String slice, Outcome outcome, String text) {

  enum Outcome {
    PASSED,
    /** Neither side is shown: it fails, unless only a drop that is shown does. */
    UNDECIDED,
    FAILED
  }

  static Outcome outcome(BoundCheck.Outcome found) {
    return switch (found) {
      case REACHED -> Outcome.PASSED;
      case UNDECIDED -> Outcome.UNDECIDED;
      case MISSED -> Outcome.FAILED;
    };
  }

  String name() {
    return test + " " + subject + ", " + system + ", " + slice;
  }

  /** Name and text in one line, whatever systems are called. */
  String line() {
    return OneLine.of(name() + ": " + text);
  }

  String word() {
    return outcome.name().toLowerCase(Locale.ROOT);
  }
}
