package dev.assay.text;

import dev.assay.text.Sentences.Sentence;

/** Tells headings from other sentences. */
public final class Headings {
  private static final String LIST_OR_ROW = "-*+•|>–";
  private static final String BREAKS = "\n\r\u0085\u2028\u2029";
  private static final int DEEPEST = 6;
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
    if (marked(line)) {
      return true;
    }
    return line.length() <= LONGEST
        && line.indexOf('\n') < 0
        && ENDS.indexOf(line.charAt(line.length() - 1)) < 0
        && LIST_OR_ROW.indexOf(line.charAt(0)) < 0
        && lineBreaks(text, sentence.start(), -1) != 1
        && lineBreaks(text, sentence.end(), 1) > 0;
  }

  /** The words of a Markdown heading; any other line as it is. */
  public static String words(String line) {
    String stripped = line.strip();
    if (!marked(stripped)) {
      return stripped;
    }
    int from = marks(stripped);
    int to = stripped.length();
    while (from < to && horizontal(stripped.charAt(from))) {
      from++;
    }
    to = withoutSpaces(stripped, from, to);
    // Marks that close a heading stand apart from its words.
    int closing = to;
    while (closing > from && stripped.charAt(closing - 1) == '#') {
      closing--;
    }
    if (closing < to && closing > from && horizontal(stripped.charAt(closing - 1))) {
      to = withoutSpaces(stripped, from, closing);
    }
    return stripped.substring(from, to).strip();
  }

  /** Whether {@code line} is a Markdown heading. */
  public static boolean markdown(String line) {
    return marked(line.strip());
  }

  /** One to six marks and a space at the beginning of a single line. */
  private static boolean marked(String line) {
    int marks = marks(line);
    return marks > 0
        && marks <= DEEPEST
        && marks < line.length()
        && horizontal(line.charAt(marks))
        && line.chars().noneMatch(letter -> BREAKS.indexOf(letter) >= 0);
  }

  private static int marks(String line) {
    int marks = 0;
    while (marks < line.length() && line.charAt(marks) == '#') {
      marks++;
    }
    return marks;
  }

  private static int withoutSpaces(String line, int from, int to) {
    int end = to;
    while (end > from && horizontal(line.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean horizontal(char letter) {
    return letter == '\t'
        || letter == '\u180e'
        || Character.getType(letter) == Character.SPACE_SEPARATOR;
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
