package dev.assay.text;

/** Where a sentence ends inside a block. */
final class SentenceEnds {
  private final String text;
  private final int from;
  private final int to;
  private final boolean small;
  private final FullStops stops;

  private SentenceEnds(String text, int from, int to, boolean small) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.small = small;
    this.stops = new FullStops(text, from, to);
  }

  /**
   * The end of the sentence that starts at {@code from}, at most {@code to}.
   *
   * @param small whether sentences of the text begin with small letters
   */
  static int next(String text, int from, int to, boolean small) {
    return new SentenceEnds(text, from, to, small).find();
  }

  private int find() {
    int at = from;
    while (at < to) {
      char c = text.charAt(at);
      if (c == '•' && at > from && Characters.blank(text.charAt(at - 1)) && at - from > 2) {
        return at;
      }
      boolean wide = Characters.wideEnd(c);
      if (!wide && !Characters.end(c)) {
        at++;
        continue;
      }
      int marks = at + 1;
      while (marks < to && mark(text.charAt(marks))) {
        marks++;
      }
      int after = apart(at, note(closers(marks)));
      int next = Characters.skipBlanks(text, after, to);
      if (next == to) {
        return to;
      }
      if (wide ? !wideContinues(marks, after) : next > after && ends(at, marks, after, next)) {
        return after;
      }
      at = after;
    }
    return to;
  }

  private static boolean mark(char c) {
    return Characters.end(c) || Characters.wideEnd(c);
  }

  /** Behind a stop that stands apart a closing quotation mark may stand apart too: {@code . ''}. */
  private int apart(int mark, int after) {
    if (!apart(mark)) {
      return after;
    }
    int quote = Characters.skipBlanks(text, after, to);
    int end = text.startsWith("''", quote) ? quote + 2 : quote;
    if (end == quote && quote < to && "”’»".indexOf(text.charAt(quote)) >= 0) {
      end++;
    }
    return end > quote && end <= to && (end == to || Characters.blank(text.charAt(end)))
        ? end
        : after;
  }

  /** Whether a tokeniser has parted the mark from its word. */
  private boolean apart(int mark) {
    return mark > from && Characters.blank(text.charAt(mark - 1));
  }

  private int closers(int at) {
    int end = at;
    while (end < to && Characters.closer(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** The end of a reference mark such as {@code [12]} that stands right after the end mark. */
  private int note(int at) {
    int end = at;
    while (end < to && text.charAt(end) == '[') {
      int digit = end + 1;
      while (digit < to && digit - end < 5 && Character.isDigit(text.charAt(digit))) {
        digit++;
      }
      if (digit == end + 1 || digit == to || text.charAt(digit) != ']') {
        return end;
      }
      end = digit + 1;
    }
    return end;
  }

  /** A quotation that ends with a wide mark may go on with a particle: 「はい。」と言った。 */
  private boolean wideContinues(int marks, int after) {
    return after > marks && after < to && Character.isLetter(text.charAt(after));
  }

  private boolean ends(int mark, int marks, int after, int next) {
    int first = next;
    while (first < to && Characters.opener(text.charAt(first))) {
      first++;
    }
    if (first == to) {
      return true;
    }
    boolean bracketed = mark > from && "[(".indexOf(text.charAt(mark - 1)) >= 0;
    if (bracketed && after > marks) {
      return false;
    }
    char head = text.charAt(first);
    boolean lower = Character.isLowerCase(head) && !camel(first);
    if (text.charAt(mark) == '!' || text.charAt(mark) == '?') {
      return !(lower && after > marks) && ",;:|".indexOf(head) < 0;
    }
    if (",;:.|".indexOf(head) >= 0 || Characters.closer(head)) {
      return false;
    }
    if (lower) {
      return endsBeforeSmall(mark, marks, after, first);
    }
    if (marks - mark > 1 || text.charAt(mark) == '…') {
      return true;
    }
    return !stops.continues(mark, first);
  }

  /** A stop before a small letter ends a sentence where neither dots nor an abbreviation own it. */
  private boolean endsBeforeSmall(int mark, int marks, int after, int first) {
    int word = Characters.trimEnd(text, from, mark);
    boolean dots =
        marks - mark > 1
            || text.charAt(mark) == '…'
            || word > from && text.charAt(word - 1) == '.' && word < mark && apart(word - 1);
    if (dots) {
      return false;
    }
    if (word < mark) {
      return !stops.title(word);
    }
    if (small) {
      return !stops.continuesSmall(mark, first);
    }
    return lineBreak(after, first) && !stops.abbreviates(mark, first);
  }

  private boolean lineBreak(int start, int end) {
    for (int at = start; at < end; at++) {
      if (Characters.lineEnd(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** A name such as iPhone: small letter first, capital second. */
  private boolean camel(int at) {
    return at + 1 < to && Character.isUpperCase(text.charAt(at + 1));
  }
}
