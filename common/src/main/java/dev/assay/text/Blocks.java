package dev.assay.text;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the layout of a text separates before any sentence is looked for: paragraphs, Markdown
 * headings, list items, table rows, and lines that end before their paragraph's width.
 *
 * <p>A line break inside a paragraph means nothing when the next word would not have fitted on the
 * line (a wrapped text); when it would have, and the next line looks like a start, it separates.
 */
final class Blocks {

  /** Receives each block's span, in order. */
  interface Sink {
    void block(int start, int end);
  }

  private static final Pattern HEADING = Pattern.compile("\\h{0,8}#{1,6}\\h.*+");
  private static final Pattern RULE = Pattern.compile("[\\h|:+=_*~`-]*+");
  private static final Pattern BULLET = Pattern.compile("\\h*+(?:[-*+–—·]\\h++|[•‣▪◦●∙✓✔►➤→]\\h*+)");
  private static final Pattern MARKER =
      Pattern.compile(
          "\\h*+(?:(?:\\((?:\\d{1,3}|[A-Za-z]|[ivxlcIVXLC]{2,6})\\)\\h*+)++"
              + "|(?:\\d{1,3}(?:\\.\\d{1,3}){0,4}|[A-Za-z]|[ivxlcIVXLC]{2,6})[.)](?:\\h++|$)"
              + "|\\d{1,3}(?:\\.\\d{1,3}){1,4}\\h++(?=\\p{Lu})"
              + "|[Ss]tep\\h\\d{1,3}[.:)]\\h*+)");
  private static final Set<String> HANGING =
      Set.of(
          "a", "an", "the", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or",
          "but", "nor", "as", "than", "that", "which", "who", "is", "are", "was", "were", "be",
          "under", "per", "its", "his", "her", "their", "our", "your", "this", "these", "into");

  /** A line shorter than this share of the width is no wrapped one. */
  private static final double RAGGED = .6;

  private static final Set<String> REFERENCES =
      Set.of("paragraph", "paragraphs", "section", "sections", "subsection", "item", "clause");

  private final String text;
  private final boolean small;
  private final Sink sink;
  private final Matcher matcher;
  private int start = -1;
  private int end;
  private boolean markerOnly;

  private Blocks(String text, boolean small, Sink sink) {
    this.text = text;
    this.small = small;
    this.sink = sink;
    this.matcher = HEADING.matcher(text);
  }

  /**
   * Gives {@code sink} every block of {@code text}.
   *
   * @param small whether sentences of the text begin with small letters
   */
  static void of(String text, boolean small, Sink sink) {
    new Blocks(text, small, sink).run();
  }

  private void run() {
    int at = 0;
    while (at < text.length()) {
      if (blankLine(at)) {
        close();
        at = nextLine(at);
        continue;
      }
      int stop = at;
      int width = 0;
      int last = 0;
      int shortest = Integer.MAX_VALUE;
      while (stop < text.length() && !blankLine(stop)) {
        shortest = Math.min(shortest, last == 0 ? shortest : last);
        last = lineEnd(stop) - stop;
        width = Math.max(width, last);
        stop = nextLine(stop);
      }
      // Lines of chat end where their writer ended them, the longest too.
      paragraph(at, stop, small && shortest < RAGGED * width ? Integer.MAX_VALUE : width);
      at = stop;
    }
    close();
  }

  private void paragraph(int from, int to, int width) {
    int previous = -1;
    boolean closed = true;
    boolean item = false;
    for (int line = from; line < to; line = nextLine(line)) {
      int lineEnd = lineEnd(line);
      boolean heading = matches(HEADING, line, lineEnd);
      boolean table = tableRow(line, lineEnd);
      if (matches(RULE, line, lineEnd)) {
        extend(line, lineEnd);
        closed = true;
      } else if (heading || table) {
        open(line, lineEnd, 0);
        closed = true;
        item = false;
      } else {
        boolean free =
            closed || previous < 0 || intended(previous, line, width) || item && !cites(previous);
        int marker = marker(line, lineEnd, free);
        if (marker > 0 || closed || (free && startsAnew(previous, line, lineEnd))) {
          open(line, lineEnd, marker);
          item = marker > 0;
        } else {
          extend(line, lineEnd);
        }
        closed = false;
      }
      previous = line;
    }
  }

  /** Length of the list marker that the line starts with, 0 if it starts with none. */
  private int marker(int line, int lineEnd, boolean free) {
    if (prefix(BULLET, line, lineEnd)) {
      return matcher.end() - line;
    }
    return free && prefix(MARKER, line, lineEnd) ? matcher.end() - line : 0;
  }

  /** Whether the break before {@code line} was meant: wrapping would not have made it. */
  private boolean intended(int previous, int line, int width) {
    int last = Characters.trimEnd(text, previous, lineEnd(previous));
    if (".!?:;".indexOf(text.charAt(last - 1)) >= 0) {
      return true;
    }
    int word = Characters.skipBlanks(text, line, text.length());
    int wordEnd = word;
    while (wordEnd < text.length() && !Characters.blank(text.charAt(wordEnd))) {
      wordEnd++;
    }
    return last - previous + 1 + wordEnd - word <= width;
  }

  private boolean startsAnew(int previous, int line, int lineEnd) {
    int first = Characters.skipBlanks(text, line, lineEnd);
    while (first < lineEnd && Characters.opener(text.charAt(first))) {
      first++;
    }
    if (first == lineEnd || Character.isLowerCase(text.charAt(first)) && !small) {
      return false;
    }
    int last = Characters.trimEnd(text, previous, lineEnd(previous));
    if (",-–—&/(".indexOf(text.charAt(last - 1)) >= 0) {
      return false;
    }
    if (text.charAt(last - 1) == ':' && !Character.isUpperCase(text.charAt(first))) {
      return false;
    }
    String word = lastWord(previous);
    return !HANGING.contains(word) || joinsItems(last, word);
  }

  /** The "; or" or ", and" before the last entries of a list. */
  private boolean joinsItems(int last, String word) {
    if (!word.equals("and") && !word.equals("or")) {
      return false;
    }
    int before = Characters.trimEnd(text, 0, last - word.length());
    return before > 0 && ";,".indexOf(text.charAt(before - 1)) >= 0;
  }

  /** Whether a line breaks off before the number of what it refers to: "in paragraph". */
  private boolean cites(int line) {
    return REFERENCES.contains(lastWord(line));
  }

  private String lastWord(int line) {
    int last = Characters.trimEnd(text, line, lineEnd(line));
    int word = last;
    while (word > line && last - word < 12 && Character.isLetter(text.charAt(word - 1))) {
      word--;
    }
    return text.substring(word, last).toLowerCase(Locale.ROOT);
  }

  /** Cells between bars, or words on both sides of a bar or a tab; a list marker is no cell. */
  private boolean tableRow(int line, int lineEnd) {
    int first = Characters.skipBlanks(text, line, lineEnd);
    if (text.charAt(first) == '|') {
      return text.lastIndexOf('|', lineEnd - 1) > first;
    }
    int last = Characters.trimEnd(text, first, lineEnd);
    int cell = first;
    while (cell < last && text.charAt(cell) != '\t' && !bar(cell)) {
      cell++;
    }
    return cell < last && !prefix(BULLET, line, lineEnd) && !prefix(MARKER, line, lineEnd);
  }

  private boolean bar(int at) {
    return text.charAt(at) == '|'
        && Characters.blank(text.charAt(at - 1))
        && at + 1 < text.length()
        && Characters.blank(text.charAt(at + 1));
  }

  private void open(int line, int lineEnd, int marker) {
    if (!markerOnly) {
      close();
    }
    extend(line, lineEnd);
    markerOnly = marker > 0 && Characters.skipBlanks(text, line + marker, lineEnd) == lineEnd;
  }

  private void extend(int line, int lineEnd) {
    if (start < 0) {
      start = line;
    }
    end = lineEnd;
    markerOnly = false;
  }

  private void close() {
    if (start >= 0) {
      sink.block(start, end);
    }
    start = -1;
    markerOnly = false;
  }

  private boolean matches(Pattern pattern, int from, int to) {
    return matcher.usePattern(pattern).region(from, to).matches();
  }

  private boolean prefix(Pattern pattern, int from, int to) {
    return matcher.usePattern(pattern).region(from, to).lookingAt();
  }

  private boolean blankLine(int line) {
    int at = line;
    while (at < text.length() && !Characters.lineEnd(text.charAt(at))) {
      if (!Characters.blank(text.charAt(at))) {
        return false;
      }
      at++;
    }
    return true;
  }

  private int lineEnd(int line) {
    int at = line;
    while (at < text.length() && !Characters.lineEnd(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private int nextLine(int line) {
    int at = lineEnd(line);
    if (at + 1 < text.length() && text.charAt(at) == '\r' && text.charAt(at + 1) == '\n') {
      return at + 2;
    }
    return Math.min(at + 1, text.length());
  }
}
