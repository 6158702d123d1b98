package dev.assay.text;

/** Makes extracted text storable and comparable without changing what it says. */
public final class CleanText {
  private static final char REPLACEMENT = '\uFFFD';

  private CleanText() {}

  /**
   * The text without NUL and byte order marks; vertical tabs, form feeds and next-line characters
   * become line breaks, other control characters but tab, line feed and carriage return become
   * spaces, and surrogates without their other half become U+FFFD. Nothing else is touched.
   */
  public static String of(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (Character.isHighSurrogate(c)
          && at + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(at + 1))) {
        clean.append(c).append(text.charAt(++at));
      } else if (c != '\0' && c != '\uFEFF') {
        clean.append(one(c));
      }
    }
    return clean.toString();
  }

  /** Whether nothing but white space, control and zero-width characters is there. */
  public static boolean blank(String text) {
    return Characters.skipBlanks(text, 0, text.length()) == text.length();
  }

  /**
   * Share of characters that no text has: control characters and U+FFFD, in [0, 1]; 0 for an empty
   * text. A file decoded as text that was none shows here.
   */
  public static double strange(String text) {
    if (text.isEmpty()) {
      return 0;
    }
    long strange =
        text.chars()
            .filter(c -> c == REPLACEMENT || !Character.isWhitespace(c) && control(c))
            .count();
    return (double) strange / text.length();
  }

  private static char one(char c) {
    if (c == '\u000B' || c == '\f' || c == '\u0085') {
      return '\n';
    }
    if (c == '\t' || c == '\n' || c == '\r') {
      return c;
    }
    if (control(c)) {
      return ' ';
    }
    return Character.isSurrogate(c) ? REPLACEMENT : c;
  }

  private static boolean control(int c) {
    return Character.isISOControl(c);
  }
}
