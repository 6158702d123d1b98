package dev.assay.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The share of an answer's words, or pairs of words, that its contexts contain: trivial scores that
 * a metric of groundedness must be compared with. Words are runs of letters and digits, without
 * regard to case.
 */
public final class CopiedWords {
  /** Categories L and N of Unicode. */
  private static final int LETTERS_AND_NUMBERS =
      1 << Character.UPPERCASE_LETTER
          | 1 << Character.LOWERCASE_LETTER
          | 1 << Character.TITLECASE_LETTER
          | 1 << Character.MODIFIER_LETTER
          | 1 << Character.OTHER_LETTER
          | 1 << Character.DECIMAL_DIGIT_NUMBER
          | 1 << Character.LETTER_NUMBER
          | 1 << Character.OTHER_NUMBER;

  private final List<String> answer;
  private final List<List<String>> contexts;

  private CopiedWords(List<String> answer, List<List<String>> contexts) {
    this.answer = answer;
    this.contexts = contexts;
  }

  /**
   * Both shares of one answer, whose words are looked for once. NULL is as a text without words.
   */
  public static CopiedWords of(String answer, List<String> contexts) {
    return new CopiedWords(
        words(answer),
        contexts == null ? List.of() : contexts.stream().map(CopiedWords::words).toList());
  }

  /** In [0, 1]; empty where there is no answer, no word in it, or no context. */
  public static OptionalDouble share(String answer, List<String> contexts) {
    return of(answer, contexts).share();
  }

  /** {@link #pairs()} of one answer. */
  public static OptionalDouble pairs(String answer, List<String> contexts) {
    return of(answer, contexts).pairs();
  }

  /** The share of words: in [0, 1]; empty where the answer has none, or there is no context. */
  public OptionalDouble share() {
    Set<String> known = new HashSet<>();
    contexts.forEach(known::addAll);
    return share(answer, known);
  }

  /**
   * The share of an answer's pairs of neighbouring words that stand in a context side by side; of a
   * single word whether a context has it.
   *
   * @return in [0, 1]; empty where there is no answer, no word in it, or no context
   */
  public OptionalDouble pairs() {
    if (answer.size() < 2) {
      return share();
    }
    Set<String> known = new HashSet<>();
    contexts.forEach(context -> known.addAll(pairs(context)));
    return share(pairs(answer), known);
  }

  private OptionalDouble share(List<String> items, Set<String> known) {
    if (items.isEmpty() || contexts.isEmpty()) {
      return OptionalDouble.empty();
    }
    int found = 0;
    for (String item : items) {
      found += known.contains(item) ? 1 : 0;
    }
    return OptionalDouble.of(found / (double) items.size());
  }

  /** Neighbours, with a blank between them, which no word has. */
  private static List<String> pairs(List<String> words) {
    List<String> pairs = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      pairs.add(words.get(i - 1) + ' ' + words.get(i));
    }
    return pairs;
  }

  private static List<String> words(String given) {
    String text = given == null ? "" : given.toLowerCase(Locale.ROOT);
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      int next = at + Character.charCount(c);
      if ((LETTERS_AND_NUMBERS >> Character.getType(c) & 1) == 0) {
        add(words, text, start, at);
        start = next;
      }
      at = next;
    }
    add(words, text, start, text.length());
    return words;
  }

  private static void add(List<String> words, String text, int start, int end) {
    if (end > start) {
      words.add(text.substring(start, end));
    }
  }
}
