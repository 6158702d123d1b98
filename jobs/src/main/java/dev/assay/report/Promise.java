package dev.assay.report;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A guarantee as the page shows it.
 *
 * @param kind coverage, decided_error or risk
 * @param slice all, or the category in which it holds
 * @param share of unseen cases decided, or mean size of sets
 * @param observed errors among the decided, or coverage, on unseen questions
 * @param unseen questions that was seen on
 * @param words the promise
 * @param reason why it is empty; blank where it is not
 */
record Promise(
    String kind,
    String slice,
    OptionalDouble share,
    OptionalDouble observed,
    long unseen,
    String words,
    String reason) {

  /** Whether it is about what the machine decides. */
  boolean decides() {
    return kind.equals("decided_error");
  }

  /** Whether it holds in one category alone. */
  boolean inCategory() {
    return kind.equals("coverage") && !slice.equals(Slice.ALL);
  }

  /** What is promised, and what was seen. */
  String sentence() {
    if (!reason.isBlank()) {
      String lead = inCategory() ? "Sets for " + slice + ": " : "Nothing is decided by machine: ";
      return lead + reason + ".";
    }
    if (unseen == 0) {
      return words;
    }
    return words
        + String.format(
            Locale.ROOT,
            " On %s unseen questions it decided %s%s.",
            Numbers.count(unseen),
            Numbers.percent(share),
            observed.isEmpty()
                ? ""
                : " and was wrong in " + Numbers.percent(observed) + " of those");
  }

  /** What was seen of sets in a category. */
  String seen() {
    return observed.isEmpty()
        ? "no unseen question"
        : "coverage "
            + Numbers.percent(observed)
            + " on "
            + Numbers.count(unseen)
            + " unseen questions, "
            + Numbers.plain(share)
            + " labels a set";
  }
}
