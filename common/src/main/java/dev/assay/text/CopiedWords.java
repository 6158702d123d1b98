package dev.assay.text;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The share of an answer's words, or pairs of words, that its contexts contain: trivial scores that
 * a metric of groundedness must be compared with. Words are runs of letters and digits, without
 * regard to case.
 */
public final class CopiedWords {
  private static final Pattern GAP = Pattern.compile("[^\\p{L}\\p{N}]+");

  private CopiedWords() {}

  /** In [0, 1]; empty where there is no answer, no word in it, or no context. */
  public static OptionalDouble share(String answer, List<String> contexts) {
    if (answer == null || contexts == null || contexts.isEmpty()) {
      return OptionalDouble.empty();
    }
    Set<String> known = new HashSet<>();
    contexts.forEach(context -> known.addAll(words(context == null ? "" : context)));
    List<String> words = words(answer);
    if (words.isEmpty()) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        words.stream().filter(known::contains).count() / (double) words.size());
  }

  /**
   * The share of an answer's pairs of neighbouring words that stand in a context side by side; of a
   * single word whether a context has it.
   *
   * @return in [0, 1]; empty where there is no answer, no word in it, or no context
   */
  public static OptionalDouble pairs(String answer, List<String> contexts) {
    if (answer == null || contexts == null || words(answer).size() < 2) {
      return share(answer, contexts);
    }
    if (contexts.isEmpty()) {
      return OptionalDouble.empty();
    }
    Set<List<String>> known = new HashSet<>();
    contexts.forEach(context -> known.addAll(pairs(context == null ? "" : context)));
    List<List<String>> pairs = pairs(answer);
    return OptionalDouble.of(
        pairs.stream().filter(known::contains).count() / (double) pairs.size());
  }

  private static List<List<String>> pairs(String text) {
    List<String> words = words(text);
    return IntStream.range(1, words.size())
        .mapToObj(i -> List.of(words.get(i - 1), words.get(i)))
        .toList();
  }

  private static List<String> words(String text) {
    return GAP.splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
