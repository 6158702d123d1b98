package dev.assay.text;

/** Where a sentence ends inside a block. */
final class SentenceEnds {
  private final String text;
  private final int from;
  private final int to;
  private final FullStops stops;

  private SentenceEnds(String text, int from, int to) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.stops = new FullStops(text, from, to);
  }

  /** The end of the sentence that starts at {@code from}, at most {@code to}. */
  static int next(String text, int from, int to) {
    return new SentenceEnds(text, from, to).find();
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
      int after = note(closers(marks));
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
      return !(lower && after > marks) && ",;:".indexOf(head) < 0;
    }
    if (lower || ",;:.".indexOf(head) >= 0 || Characters.closer(head)) {
      return false;
    }
    if (marks - mark > 1 || text.charAt(mark) == '…') {
      return true;
    }
    return !stops.continues(mark, first);
  }

  /** A name such as iPhone: small letter first, capital second. */
  private boolean camel(int at) {
    return at + 1 < to && Character.isUpperCase(text.charAt(at + 1));
  }
}
