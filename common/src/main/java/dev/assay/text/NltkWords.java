package dev.assay.text;

import java.util.ArrayList;
import java.util.List;
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

  private record Step(Pattern pattern, String replacement) {}

  private static final List<Step> BEFORE_PADDING =
      List.of(
          step("([«“‘„]|`++)", " $1 "),
          step("^\"", "``"),
          step("(``)", " $1 "),
          step("([ (\\[{<])(\"|'{2})", "$1 `` "),
          step("(?iu)(?<!\\w)(')(?!(?:re|ve|ll|m|t|s|d|n)(?!\\w))(?=\\w)", "$1 "),
          step("([^.])(\\.)([\\])}>\"'»”’ ]*+)\\s*+$", "$1 $2 $3 "),
          step("([:,])(\\P{Nd})", " $1 $2"),
          step("([:,])$", " $1 "),
          step("(\\.{2,})", " $1 "),
          step("([;@#$%&])", " $1 "),
          step("([\\u2012-\\u2015])", " $1 "),
          step("([^.])(\\.)([\\])}>\"']*+)\\s*+$", "$1 $2$3 "),
          step("([?!])", " $1 "),
          step("([^'])' ", "$1 ' "),
          step("(\\*)", " $1 "),
          step("([\\]\\[(){}<>])", " $1 "),
          step("(--)", " $1 "));
  private static final List<Step> AFTER_PADDING =
      List.of(
          step("([»”’])", " $1 "),
          step("''", " '' "),
          step("\"", " '' "),
          step("\\s++", " "),
          step("([^' ])('[sS]|'[mM]|'[dD]|') ", "$1 $2 "),
          step("([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) ", "$1 $2 "),
          contraction("can", "not"),
          contraction("d", "'ye"),
          contraction("gim", "me"),
          contraction("gon", "na"),
          contraction("got", "ta"),
          contraction("lem", "me"),
          contraction("more", "'n"),
          step("(?iu)" + EDGE + "(wan)(na)(?=\\s)", " $1 $2 "),
          step("(?iu) ('t)(is)" + EDGE, " $1 $2 "),
          step("(?iu) ('t)(was)" + EDGE, " $1 $2 "));

  private NltkWords() {}

  /** The words of {@code sentence} in order. */
  public static List<String> ofSentence(String sentence) {
    String text = sentence;
    for (Step step : BEFORE_PADDING) {
      text = step.pattern().matcher(text).replaceAll(step.replacement());
    }
    text = " " + text + " ";
    for (Step step : AFTER_PADDING) {
      text = step.pattern().matcher(text).replaceAll(step.replacement());
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
    return step("(?iu)" + EDGE + "(" + first + ")(" + second + ")" + EDGE, " $1 $2 ");
  }

  private static Step step(String regex, String replacement) {
    return new Step(Pattern.compile(regex, UNICODE), replacement);
  }
}
