package dev.assay.clustering;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * Whether a topic's terms are found in the same texts: the mean normalised pointwise mutual
 * information of their pairs, ln(p(a, b) / p(a) p(b)) / −ln p(a, b), with shares of texts (Bouma
 * 2009; Röder, Both, Hinneburg 2015). From −1 (never together, as a pair that never meets counts)
 * over 0 (independent) to 1 (only together).
 */
public final class Coherence {
  private Coherence() {}

  /**
   * Empty where fewer than two of the terms occur, or every text holds them all.
   *
   * @param terms of one topic
   * @param texts for each text the terms of any topic that it holds
   */
  public static OptionalDouble npmi(List<String> terms, List<Set<String>> texts) {
    double[] share = terms.stream().mapToDouble(term -> share(texts, Set.of(term))).toArray();
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < share.length; i++) {
      for (int j = 0; j < i; j++) {
        double both = share(texts, Set.of(terms.get(i), terms.get(j)));
        if (share[i] > 0 && share[j] > 0 && both < 1) {
          pairs++;
          sum += both == 0 ? -1 : Math.log(both / (share[i] * share[j])) / -Math.log(both);
        }
      }
    }
    return pairs == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / pairs);
  }

  private static double share(List<Set<String>> texts, Set<String> terms) {
    return (double) texts.stream().filter(text -> text.containsAll(terms)).count() / texts.size();
  }
}
