package dev.assay.jobs.strata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names a topic by its terms. */
final class TopicLabel {
  /** What a term's weight counts against its likeness to the terms taken before. */
  private static final double RELEVANCE = 0.7;

  private TopicLabel() {}

  /**
   * Up to {@code most} of {@code terms}, taken one after the other by maximal marginal relevance
   * (Carbonell and Goldstein 1998): 0.7 times the weight, as a share of the largest, less 0.3 times
   * the likeness to the one most like it that was taken. Terms that the whole corpus uses are taken
   * only where there are no others; a term that holds another or lies in it is not. A stratum
   * without terms (no letters in its texts) is named by its number.
   *
   * @param terms strongest first
   */
  static String of(List<TopicTerms.Term> terms, int most, int stratum) {
    List<TopicTerms.Term> specific = terms.stream().filter(TopicTerms.Term::specific).toList();
    List<TopicTerms.Term> left = new ArrayList<>(specific.isEmpty() ? terms : specific);
    double largest = left.stream().mapToDouble(TopicTerms.Term::weight).max().orElse(1);
    List<String> taken = new ArrayList<>();
    while (taken.size() < most && !left.isEmpty()) {
      TopicTerms.Term best = best(left, taken, largest);
      taken.add(best.text());
      left.removeIf(term -> within(term.text(), best.text()) || within(best.text(), term.text()));
    }
    return taken.isEmpty() ? "stratum " + stratum : String.join(", ", taken);
  }

  private static TopicTerms.Term best(
      List<TopicTerms.Term> left, List<String> taken, double largest) {
    TopicTerms.Term best = left.get(0);
    double most = Double.NEGATIVE_INFINITY;
    for (TopicTerms.Term term : left) {
      double likeness =
          taken.stream().mapToDouble(other -> likeness(term.text(), other)).max().orElse(0);
      double worth =
          RELEVANCE * (largest > 0 ? term.weight() / largest : 1) - (1 - RELEVANCE) * likeness;
      if (worth > most + 1e-9) {
        most = worth;
        best = term;
      }
    }
    return best;
  }

  /** Share of words in common (Dice), where words that start with the same five letters are one. */
  static double likeness(String a, String b) {
    Set<String> left = stems(a);
    Set<String> right = stems(b);
    Set<String> both = new HashSet<>(left);
    both.retainAll(right);
    return 2.0 * both.size() / (left.size() + right.size());
  }

  private static Set<String> stems(String term) {
    Set<String> stems = new HashSet<>();
    Arrays.stream(term.split(" ", -1))
        .forEach(word -> stems.add(word.substring(0, Math.min(5, word.length()))));
    return stems;
  }

  private static boolean within(String part, String whole) {
    return (" " + whole + " ").contains(" " + part + " ");
  }
}
