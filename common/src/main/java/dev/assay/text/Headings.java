package dev.assay.text;

import dev.assay.text.Sentences.Sentence;
import java.util.regex.Pattern;

/** Tells headings from other sentences. */
public final class Headings {
  private static final Pattern MARKDOWN = Pattern.compile("#{1,6}\\h+(.*?)(?:\\h+#+)?\\h*");
  private static final Pattern LIST_OR_ROW = Pattern.compile("[-*+•|>–].*", Pattern.DOTALL);
  private static final int LONGEST = 100;
  private static final String ENDS = ".!?…:;,。！？";

  private Headings() {}

  /**
   * Whether a sentence of {@code text} is a heading: a Markdown one, or a line between a blank line
   * (or the text's beginning) and another line, of at most {@value #LONGEST} characters, that no
   * punctuation ends and that is no list item or table row.
   */
  public static boolean is(String text, Sentence sentence) {
    String line = sentence.text();
    if (MARKDOWN.matcher(line).matches()) {
      return true;
    }
    return line.length() <= LONGEST
        && line.indexOf('\n') < 0
        && ENDS.indexOf(line.charAt(line.length() - 1)) < 0
        && !LIST_OR_ROW.matcher(line).matches()
        && lineBreaks(text, sentence.start(), -1) != 1
        && lineBreaks(text, sentence.end(), 1) > 0;
  }

  /** The words of a Markdown heading; any other line as it is. */
  public static String words(String line) {
    var matcher = MARKDOWN.matcher(line.strip());
    return matcher.matches() ? matcher.group(1).strip() : line.strip();
  }

  /** Whether {@code line} is a Markdown heading. */
  public static boolean markdown(String line) {
    return MARKDOWN.matcher(line.strip()).matches();
  }

  /**
   * Line breaks between {@code from} and the next character that is not blank, looking ahead (step
   * 1) or back (−1): 2 for two or more, and for the text's beginning; 0 at its end.
   */
  private static int lineBreaks(String text, int from, int step) {
    int breaks = 0;
    int at = step > 0 ? from : from - 1;
    while (at >= 0 && at < text.length() && Characters.blank(text.charAt(at))) {
      if (text.charAt(at) == '\n') {
        breaks++;
      }
      at += step;
    }
    if (at < 0) {
      return 2;
    }
    if (at == text.length()) {
      return 0;
    }
    return breaks == 0 && step < 0 ? 1 : Math.min(breaks, 2);
  }
}
