package dev.assay.text;

/** The character classes that sentence splitting works with. */
final class Characters {
  private static final String CLOSERS = "\"')]}»›”’」』）】》〉＂］*_`";
  private static final String OPENERS = "\"'([{«‹“‘„‚「『（【《〈¿¡*_`";
  private static final String WIDE_ENDS = "。！？｡．।॥။።។۔؟";

  private Characters() {}

  /** White space of any kind, control characters (NUL among them) and zero-width marks. */
  static boolean blank(char c) {
    return c <= ' '
        || Character.isWhitespace(c)
        || Character.isSpaceChar(c)
        || Character.isISOControl(c)
        || c == '\u200B'
        || c == '\uFEFF';
  }

  static boolean lineEnd(char c) {
    return c == '\n'
        || c == '\r'
        || c == '\f'
        || c == '\u000B'
        || c == '\u0085'
        || c == '\u2028'
        || c == '\u2029';
  }

  static boolean closer(char c) {
    return CLOSERS.indexOf(c) >= 0;
  }

  static boolean opener(char c) {
    return OPENERS.indexOf(c) >= 0;
  }

  /** An end mark that may be the last of a sentence when white space follows. */
  static boolean end(char c) {
    return c == '.' || c == '!' || c == '?' || c == '…' || c == '‼' || c == '⁇' || c == '⁈'
        || c == '⁉';
  }

  /** An end mark of a script that needs no white space after it. */
  static boolean wideEnd(char c) {
    return c > 127 && WIDE_ENDS.indexOf(c) >= 0;
  }

  /** The first index in [{@code from}, {@code to}) that is not blank, or {@code to}. */
  static int skipBlanks(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && blank(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** The end of [{@code from}, {@code to}) without the blanks at its end. */
  static int trimEnd(CharSequence text, int from, int to) {
    int at = to;
    while (at > from && blank(text.charAt(at - 1))) {
      at--;
    }
    return at;
  }
}
