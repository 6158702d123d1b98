package dev.assay.clustering;

import java.util.Arrays;
import java.util.BitSet;
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
    BitSet[] holders = terms.stream().map(term -> holders(term, texts)).toArray(BitSet[]::new);
    double[] share = Arrays.stream(holders).mapToDouble(held -> share(held, texts)).toArray();
    double sum = 0;
    int pairs = 0;
    for (int i = 0; i < share.length; i++) {
      for (int j = 0; j < i; j++) {
        BitSet met = (BitSet) holders[i].clone();
        met.and(holders[j]);
        double both = share(met, texts);
        if (share[i] > 0 && share[j] > 0 && both < 1) {
          pairs++;
          sum += both == 0 ? -1 : Math.log(both / (share[i] * share[j])) / -Math.log(both);
        }
      }
    }
    return pairs == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / pairs);
  }

  private static BitSet holders(String term, List<Set<String>> texts) {
    BitSet holders = new BitSet(texts.size());
    for (int t = 0; t < texts.size(); t++) {
      holders.set(t, texts.get(t).contains(term));
    }
    return holders;
  }

  private static double share(BitSet holders, List<Set<String>> texts) {
    return (double) holders.cardinality() / texts.size();
  }
}
