package dev.assay.text;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How varied a text's words are.
 *
 * <p>Source: 003 D.2.
 */
public final class LexicalDiversity {

  private LexicalDiversity() {}

  /** Distinct words by words (type-token ratio), in (0, 1]; empty without words. */
  public static OptionalDouble ttr(List<String> words) {
    return words.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(new HashSet<>(words).size() / (double) words.size());
  }

  /**
   * Mean type-token ratio of the consecutive segments of {@code segment} words, which does not fall
   * with the text's length; the rest at the end is left out. Empty with fewer words.
   */
  public static OptionalDouble msttr(List<String> words, int segment) {
    int segments = words.size() / segment;
    double sum = 0;
    for (int i = 0; i < segments; i++) {
      sum += ttr(words.subList(i * segment, (i + 1) * segment)).orElseThrow();
    }
    return segments == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / segments);
  }
}
