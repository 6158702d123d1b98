package dev.assay.jobs.answers;

import dev.assay.base.OneLine;

/** Conversations of which a system is asked the last question alone. */
final class LastQuestions {
  private LastQuestions() {}

  static void tell(String system, String why, long conversations) {
    if (conversations > 0) {
      System.err.printf(
          "answer: systems.%s is asked %,d questions without the turns before them: %s.%n",
          OneLine.of(system), conversations, why);
    }
  }
}
