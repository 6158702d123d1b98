package dev.assay.text;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The share of an answer's words that its contexts contain: a trivial score that a metric of
 * groundedness must be compared with. Words are runs of letters and digits, without regard to case.
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

  private static List<String> words(String text) {
    return GAP.splitAsStream(text.toLowerCase(Locale.ROOT))
        .filter(word -> !word.isEmpty())
        .toList();
  }
}
