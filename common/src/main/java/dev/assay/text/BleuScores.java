package dev.assay.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * BLEU of one text against one or several references, in [0, 1], as NLTK's {@code sentence_bleu}
 * defines it without smoothing: an order without a common n-gram makes every score that it enters 0
 * (NLTK puts the smallest float in its place, which comes to the same). Of several references an
 * n-gram counts as often as it stands in the one that has it most often, and the brevity penalty
 * takes the one whose length is nearest, of two the shorter.
 *
 * <p>Source: Papineni et al. 2002.
 *
 * @param precisions modified n-gram precisions of orders 1, 2, …
 * @param brevity brevity penalty: 1 for a candidate longer than the reference, else exp(1 − r/c)
 */
public record BleuScores(List<Double> precisions, double brevity) {

  /** The highest order that is reported. */
  public static final int ORDERS = 4;

  public BleuScores {
    precisions = List.copyOf(precisions);
  }

  /** Counts n-grams of orders 1 to {@value #ORDERS}. */
  public static BleuScores of(List<List<String>> references, List<String> candidate) {
    List<Double> precisions = new ArrayList<>();
    for (int n = 1; n <= ORDERS; n++) {
      Map<List<String>, Integer> most = new HashMap<>();
      for (List<String> reference : references) {
        Overlap.counts(Ngrams.of(reference, n))
            .forEach((ngram, count) -> most.merge(ngram, count, Math::max));
      }
      List<List<String>> found = Ngrams.of(candidate, n);
      long hits = Overlap.common(Overlap.counts(found), most);
      precisions.add(hits / (double) Math.max(found.size(), 1));
    }
    int nearest =
        references.stream()
            .map(List::size)
            .min(
                Comparator.<Integer>comparingInt(size -> Math.abs(size - candidate.size()))
                    .thenComparing(Comparator.naturalOrder()))
            .orElseThrow();
    return new BleuScores(precisions, brevity(nearest, candidate.size()));
  }

  /**
   * BLEU-n: brevity penalty times the geometric mean of the precisions of orders 1 to {@code n}.
   */
  public double cumulative(int n) {
    double logs = 0;
    for (double precision : precisions.subList(0, n)) {
      logs += Math.log(precision) / n;
    }
    return brevity * Math.exp(logs);
  }

  /** Brevity penalty times the precision of order {@code n} alone. */
  public double only(int n) {
    return brevity * precisions.get(n - 1);
  }

  private static double brevity(int reference, int candidate) {
    if (candidate > reference) {
      return 1;
    }
    return candidate == 0 ? 0 : Math.exp(1 - reference / (double) candidate);
  }
}
