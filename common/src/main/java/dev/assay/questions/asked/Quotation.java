package dev.assay.questions.asked;

import java.util.Optional;

/**
 * Finds what a model quotes in the text that it claims to quote. White space of any kind and length
 * is one blank, quotation marks and dashes of any shape are the same, invisible marks are left out,
 * and marks of quotation around the whole and an ellipsis at its end do not count; beyond that the
 * words must be there, letter by letter.
 */
public final class Quotation {
  private static final int SHORTEST = 8;
  private static final String DOUBLE = "\"“”„‟«»″";
  private static final String SINGLE = "'‘’‚‛′`";
  private static final String DASHES = "-‐‑‒–—−";
  private static final String INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff";

  private Quotation() {}

  /**
   * The words of {@code text} that {@code quote} gives, as the text has them; empty if they are not
   * there or are fewer than {@value #SHORTEST} characters.
   */
  public static Optional<String> find(String text, String quote) {
    String wanted = trimmed(new Plain(quote).letters.toString());
    if (wanted.length() < SHORTEST) {
      return Optional.empty();
    }
    Plain plain = new Plain(text);
    int at = plain.letters.indexOf(wanted);
    return at < 0
        ? Optional.empty()
        : Optional.of(text.substring(plain.places[at], plain.places[at + wanted.length() - 1] + 1));
  }

  private static String trimmed(String quote) {
    String rest = quote.strip();
    boolean wrapped = rest.length() > 1 && (between(rest, "\"") || between(rest, "'"));
    String inside = wrapped ? rest.substring(1, rest.length() - 1) : rest;
    return inside.strip().replaceFirst("(?:\\.\\.\\.|…)\\z", "").strip();
  }

  private static boolean between(String text, String mark) {
    return text.startsWith(mark) && text.endsWith(mark);
  }

  /** A text in one spelling, and where each of its letters stands in it. */
  private static final class Plain {
    private final StringBuilder letters = new StringBuilder();
    private final int[] places;

    Plain(String text) {
      places = new int[text.length()];
      for (int i = 0; i < text.length(); i++) {
        char c = plain(text.charAt(i));
        boolean second =
            c == ' ' && !letters.isEmpty() && letters.charAt(letters.length() - 1) == c;
        if (INVISIBLE.indexOf(c) < 0 && !second) {
          places[letters.length()] = i;
          letters.append(c);
        }
      }
    }

    private static char plain(char c) {
      if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
        return ' ';
      }
      if (DOUBLE.indexOf(c) >= 0) {
        return '"';
      }
      if (SINGLE.indexOf(c) >= 0) {
        return '\'';
      }
      return DASHES.indexOf(c) >= 0 ? '-' : c;
    }
  }
}
