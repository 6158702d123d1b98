package dev.assay.perturb;

import dev.assay.base.Lines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A word of a question and where it stands. Words that decide what is asked are kept: those with a
 * digit, negations, and names, which is what is written with capitals and does not begin a
 * sentence.
 *
 * @param kept whether a change that preserves meaning has to leave it alone
 */
public record Word(String text, int start, int end, boolean kept) {
  private static final Pattern WORD =
      Pattern.compile("[\\p{L}\\p{M}\\p{N}]+(?:['’.,:/@-][\\p{L}\\p{M}\\p{N}]+)*+");
  private static final Set<String> NEGATIONS = new HashSet<>(Lines.of(Word.class, "negations.txt"));

  /** The words of {@code text} in order. */
  public static List<Word> of(String text) {
    List<Word> words = new ArrayList<>();
    Matcher match = WORD.matcher(text);
    int last = 0;
    while (match.find()) {
      String before = text.substring(last, match.start());
      boolean first = words.isEmpty() || before.matches("(?s).*[.!?…。\\n:][^\\p{L}\\p{N}]*");
      words.add(new Word(match.group(), match.start(), match.end(), kept(match.group(), first)));
      last = match.end();
    }
    return words;
  }

  /** Those that a change that preserves meaning has to leave alone. */
  public static List<String> kept(String text) {
    return of(text).stream().filter(Word::kept).map(Word::text).toList();
  }

  private static boolean kept(String word, boolean first) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (NEGATIONS.contains(lower) || lower.endsWith("n't") || lower.endsWith("n’t")) {
      return true;
    }
    if (word.codePoints().anyMatch(Character::isDigit)) {
      return true;
    }
    long capitals = word.codePoints().filter(Character::isUpperCase).count();
    return capitals > 1 || capitals == 1 && !first && !lower.equals("i");
  }

  /** Whether this is a negation or a number, which no twin that means the same may add. */
  static boolean decides(String lower) {
    return NEGATIONS.contains(lower)
        || lower.endsWith("n't")
        || lower.codePoints().allMatch(Character::isDigit);
  }

  /** {@code text} with some words written otherwise; what stands between them stays. */
  public static String replaced(String text, List<Word> words, Function<Word, String> other) {
    StringBuilder out = new StringBuilder();
    int last = 0;
    for (Word word : words) {
      out.append(text, last, word.start()).append(other.apply(word));
      last = word.end();
    }
    return out.append(text, last, text.length()).toString();
  }

  /** {@code other} written as this word is: all capitals, a capital first, or as it is. */
  public String cased(String other) {
    if (text.length() > 1 && text.equals(text.toUpperCase(Locale.ROOT))) {
      return other.toUpperCase(Locale.ROOT);
    }
    if (Character.isUpperCase(text.codePointAt(0)) && !other.isEmpty()) {
      int first = other.offsetByCodePoints(0, 1);
      return other.substring(0, first).toUpperCase(Locale.ROOT) + other.substring(first);
    }
    return other;
  }
}
