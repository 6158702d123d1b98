package dev.assay.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Words as NLTK's {@code NLTKWordTokenizer} (the Treebank rules behind {@code word_tokenize})
 * divides a sentence: punctuation apart, contractions in two (ca n't), straight quotes as {@code
 * ``} and {@code ''}. Case is kept.
 *
 * <p>NLTK splits a text with Punkt first; here {@link Sentences} does, so tokens agree with NLTK
 * 3.10.4 on sentences that are split alike. A fixed number of passes, each linear.
 */
public final class NltkWords {

  private static final int UNICODE = Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNIX_LINES;

  /** What Python's {@code str.split} divides at: white space and the separators of ASCII. */
  private static final Pattern SPACES = Pattern.compile("[\\s\\x1c-\\x1f]++", UNICODE);

  /** Word borders of Python's {@code re}, which sees no marks; NLTK's other steps do. */
  private static final String EDGE =
      "(?:(?<![\\p{L}\\p{N}_])(?=[\\p{L}\\p{N}_])|(?<=[\\p{L}\\p{N}_])(?![\\p{L}\\p{N}_]))";

  /**
   * A replacement.
   *
   * @param needs it changes no text of ASCII that has none of these, in small letters; none: it may
   *     change any text
   */
  private record Step(Pattern pattern, String replacement, List<String> needs) {
    Step needs(String... some) {
      return new Step(pattern, replacement, List.of(some));
    }

    /**
     * @param small the whole sentence in small letters, null where it is not of ASCII: what is put
     *     in on the way are spaces and quotes
     */
    String apply(String text, String small) {
      boolean changes =
          small == null
              || needs.isEmpty()
              || needs.stream().anyMatch(some -> text.contains(some) || small.contains(some));
      return changes ? pattern.matcher(text).replaceAll(replacement) : text;
    }
  }

  private static final List<Step> BEFORE_PADDING =
      List.of(
          step("([«“‘„]|`++)", " $1 ").needs("`"),
          step("^\"", "``").needs("\""),
          step("(``)", " $1 ").needs("``"),
          step("([ (\\[{<])(\"|'{2})", "$1 `` ").needs("\"", "''"),
          step("(?iu)(?<!\\w)(')(?!(?:re|ve|ll|m|t|s|d|n)(?!\\w))(?=\\w)", "$1 ").needs("'"),
          step("([^.])(\\.)([\\])}>\"'»”’ ]*+)\\s*+$", "$1 $2 $3 ").needs("."),
          step("([:,])(\\P{Nd})", " $1 $2").needs(":", ","),
          step("([:,])$", " $1 ").needs(":", ","),
          step("(\\.{2,})", " $1 ").needs(".."),
          step("([;@#$%&])", " $1 ").needs(";", "@", "#", "$", "%", "&"),
          step("([\\u2012-\\u2015])", " $1 ").needs("’"),
          step("([^.])(\\.)([\\])}>\"']*+)\\s*+$", "$1 $2$3 ").needs("."),
          step("([?!])", " $1 ").needs("?", "!"),
          step("([^'])' ", "$1 ' ").needs("' "),
          step("(\\*)", " $1 ").needs("*"),
          step("([\\]\\[(){}<>])", " $1 ").needs("]", "[", "(", ")", "{", "}", "<", ">"),
          step("(--)", " $1 ").needs("--"));
  private static final List<Step> AFTER_PADDING =
      List.of(
          step("([»”’])", " $1 ").needs("’"),
          step("''", " '' ").needs("''"),
          step("\"", " '' ").needs("\""),
          step("\\s++", " "),
          step("([^' ])('[sS]|'[mM]|'[dD]|') ", "$1 $2 ").needs("'"),
          step("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", "$1 $2 ").needs("'"),
          contraction("can", "not"),
          contraction("d", "'ye"),
          contraction("gim", "me"),
          contraction("gon", "na"),
          contraction("got", "ta"),
          contraction("lem", "me"),
          contraction("more", "'n"),
          step("(?iu)" + EDGE + "(wan)(na)(?=\\s)", " $1 $2 ").needs("wanna"),
          step("(?iu) ('t)(is)" + EDGE, " $1 $2 ").needs("'"),
          step("(?iu) ('t)(was)" + EDGE, " $1 $2 ").needs("'"));

  /** Of letters alone; the others have an apostrophe. */
  private static final List<String> CONTRACTIONS =
      List.of("cannot", "gimme", "gonna", "gotta", "lemme", "wanna");

  private NltkWords() {}

  /** The words of {@code sentence} in order. */
  public static List<String> ofSentence(String sentence) {
    return ofSentence(
        sentence,
        sentence.chars().allMatch(c -> c < 128) ? sentence.toLowerCase(Locale.ROOT) : null);
  }

  /** By all steps where {@code small} is null. */
  static List<String> ofSentence(String sentence, String small) {
    return small != null && isPlain(sentence) && CONTRACTIONS.stream().noneMatch(small::contains)
        ? plain(sentence)
        : byAllSteps(sentence, small);
  }

  /**
   * Letters and digits of ASCII, spaces, commas before a space or between digits, and nothing else
   * but a full stop at the end: what stands apart is known then without any pattern.
   */
  private static boolean isPlain(String sentence) {
    int last = sentence.length() - 1;
    for (int i = 0; i <= last; i++) {
      char c = sentence.charAt(i);
      boolean fits =
          switch (c) {
            case ' ' -> true;
            case '.' -> i == last && i > 0;
            case ',' ->
                i < last
                    && (sentence.charAt(i + 1) == ' '
                        || i > 0
                            && isDigit(sentence.charAt(i - 1))
                            && isDigit(sentence.charAt(i + 1)));
            default -> c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c);
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static List<String> plain(String sentence) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 0; i <= sentence.length(); i++) {
      char c = i < sentence.length() ? sentence.charAt(i) : ' ';
      boolean mark = c == '.' || c == ',' && sentence.charAt(i + 1) == ' ';
      if (c == ' ' || mark) {
        if (i > start) {
          words.add(sentence.substring(start, i));
        }
        if (mark) {
          words.add(String.valueOf(c));
        }
        start = i + 1;
      }
    }
    return List.copyOf(words);
  }

  private static List<String> byAllSteps(String sentence, String small) {
    String text = sentence;
    for (Step step : BEFORE_PADDING) {
      text = step.apply(text, small);
    }
    text = " " + text + " ";
    for (Step step : AFTER_PADDING) {
      text = step.apply(text, small);
    }
    return SPACES.splitAsStream(text).filter(word -> !word.isEmpty()).toList();
  }

  /** The words of all sentences of {@code text} in order. */
  public static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    for (Sentences.Sentence sentence : Sentences.split(text)) {
      words.addAll(ofSentence(sentence.text()));
    }
    return List.copyOf(words);
  }

  private static Step contraction(String first, String second) {
    return step("(?iu)" + EDGE + "(" + first + ")(" + second + ")" + EDGE, " $1 $2 ")
        .needs(first + second);
  }

  private static Step step(String regex, String replacement) {
    return new Step(Pattern.compile(regex, UNICODE), replacement, List.of());
  }
}
