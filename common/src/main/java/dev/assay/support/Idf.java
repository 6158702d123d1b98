package dev.assay.support;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * How rare words are: ln((n + 1) / (k + 1)) for a word of k of n sentences.
 *
 * @param sentences n
 * @param counts k by word; a word that is not listed has 0
 */
public record Idf(int sentences, Map<String, Integer> counts) {
  /** Words of fewer sentences are not listed. */
  static final int LEAST = 3;

  /** Counts the words of sentences. */
  public static Idf of(Collection<ParsedText> sentences) {
    Map<String, Integer> counts = new TreeMap<>();
    for (ParsedText sentence : sentences) {
      sentence.known().forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    counts.values().removeIf(count -> count < LEAST);
    return new Idf(sentences.size(), counts);
  }

  public double of(String word) {
    return Math.log((sentences + 1.0) / (counts.getOrDefault(word, 0) + 1.0));
  }
}
