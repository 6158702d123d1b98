package dev.assay.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Inverse document frequencies of tokens as the package bert-score 0.3.13 counts them: log((N + 1)
 * / (df + 1)) over N reference texts, of which df have the token.
 *
 * @param documents how many texts were counted
 * @param frequencies how many of them have a token, by its id
 */
public record TokenWeights(int documents, Map<Long, Integer> frequencies) {

  public TokenWeights {
    frequencies = Map.copyOf(frequencies);
  }

  /** Counts texts, each as the ids of its tokens. */
  public static TokenWeights of(List<long[]> texts) {
    Map<Long, Integer> frequencies = new HashMap<>();
    for (long[] ids : texts) {
      Arrays.stream(ids).distinct().forEach(id -> frequencies.merge(id, 1, Integer::sum));
    }
    return new TokenWeights(texts.size(), frequencies);
  }

  /** The weight of every token. */
  public double[] of(long[] ids) {
    return Arrays.stream(ids)
        .mapToDouble(id -> Math.log((documents + 1.0) / (frequencies.getOrDefault(id, 0) + 1.0)))
        .toArray();
  }
}
