package dev.assay.support;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the support model reads of a text besides its vectors.
 *
 * @param words runs of letters and digits in lower case, in order
 * @param known the distinct ones
 * @param names words that are capitalised, or mix letters and digits, without the first; in lower
 *     case. None where most words are capitalised: there it means nothing
 * @param quantities the numbers
 * @param negated whether it holds a negation
 */
public record ParsedText(
    List<String> words,
    Set<String> known,
    List<String> names,
    List<Quantity> quantities,
    boolean negated) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
  private static final Pattern ORDINAL = Pattern.compile("\\d+(?:st|nd|rd|th|s|k|m|bn|mn)?");
  private static final int FEW = 4;

  public static ParsedText of(String text) {
    List<String> words = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int capitals = 0;
    int previous = 0;
    Matcher m = WORD.matcher(text);
    while (m.find()) {
      String word = m.group();
      String lower = word.toLowerCase(Locale.ROOT);
      boolean capital = Character.isUpperCase(word.codePointAt(0));
      capitals += capital ? 1 : 0;
      boolean opens = words.isEmpty() || opens(text, previous, m.start());
      boolean mixed =
          word.codePoints().anyMatch(Character::isLetter)
              && !word.codePoints().allMatch(Character::isLetter)
              && !ORDINAL.matcher(lower).matches();
      if ((capital && !opens && word.length() > 1 && !Cues.grammatical(lower)) || mixed) {
        names.add(lower);
      }
      words.add(lower);
      previous = m.end();
    }
    boolean shouted = words.size() >= FEW && capitals > 0.7 * words.size();
    Set<String> known = Set.copyOf(words);
    return new ParsedText(
        List.copyOf(words),
        known,
        shouted ? List.of() : List.copyOf(new ArrayList<>(new java.util.LinkedHashSet<>(names))),
        Quantities.of(text),
        Cues.negated(known, text.toLowerCase(Locale.ROOT)));
  }

  /** Whether a sentence, quotation or list item begins between two words. */
  private static boolean opens(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (".!?:\"“\n".indexOf(text.charAt(i)) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The union of the distinct words of several texts. */
  static Set<String> known(List<ParsedText> texts) {
    Set<String> all = new HashSet<>();
    texts.forEach(text -> all.addAll(text.known));
    return all;
  }
}
