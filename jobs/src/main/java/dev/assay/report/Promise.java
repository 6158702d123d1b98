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
 * @param decision accept or reject, where it is about one of them; blank otherwise
 * @param missed share of the answers that humans failed which it accepts, on unseen questions
 * @param failed unseen questions with such an answer
 * @param leastSure errors in the least sure tenth of what it decides, on unseen questions
 * @param words the promise
 * @param reason why it is empty; blank where it is not
 */
record Promise(
    String kind,
    String slice,
    OptionalDouble share,
    OptionalDouble observed,
    long unseen,
    String decision,
    Seen missed,
    long failed,
    Seen leastSure,
    String words,
    String reason) {

  /** A share with its interval; empty where there is none. */
  record Seen(OptionalDouble share, OptionalDouble low, OptionalDouble high) {

    private String words() {
      return Numbers.percent(share)
          + " ("
          + Numbers.percent(low)
          + " to "
          + Numbers.percent(high)
          + ")";
    }
  }

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
      String lead = inCategory() ? "Sets for " + slice : words.substring(0, words.length() - 1);
      return lead + ": " + reason + ".";
    }
    if (unseen == 0) {
      return words;
    }
    String verb = decision.isBlank() ? "decided" : decision + "ed";
    return words
        + String.format(
            Locale.ROOT,
            " On %s unseen questions it %s %s%s.",
            Numbers.count(unseen),
            verb,
            Numbers.percent(share),
            observed.isEmpty()
                ? ""
                : " and was wrong in " + Numbers.percent(observed) + " of those")
        + (leastSure.share().isEmpty()
            ? ""
            : " In the least sure tenth of them it was wrong in " + leastSure.words() + ".")
        + (missed.share().isEmpty()
            ? ""
            : " Of the answers that people failed, to "
                + Numbers.count(failed)
                + " of those questions, it accepted "
                + missed.words()
                + ".");
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
