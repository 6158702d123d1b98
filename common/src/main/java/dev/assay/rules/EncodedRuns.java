package dev.assay.rules;

import java.util.ArrayList;
import java.util.List;

/**
 * Where a text may hold something encoded, in one pass over its characters: ordinary text has next
 * to nothing of the kind, and patterns would go through it several times.
 */
final class EncodedRuns {
  private static final int HEX_DIGITS = 6;
  private static final int SHORTEST = 7;

  /** Lines of a wrapped passage have at least so many characters. */
  private static final int WRAPPED = 60;

  private EncodedRuns() {}

  /**
   * Whether six digits of base16 stand together, with nothing between them but what may stand
   * between bytes.
   */
  static boolean hexIsPossible(String text) {
    int digits = 0;
    for (int i = 0; i < text.length() && digits < HEX_DIGITS; i++) {
      char c = text.charAt(i);
      if (c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
        digits++;
      } else if (" ,:;x\\".indexOf(c) < 0) {
        digits = 0;
      }
    }
    return digits == HEX_DIGITS;
  }

  /** Whether seven digits of base32 stand together. */
  static boolean base32IsPossible(String text) {
    int digits = 0;
    for (int i = 0; i < text.length() && digits < SHORTEST; i++) {
      char c = text.charAt(i);
      digits = c >= 'A' && c <= 'Z' || c >= '2' && c <= '7' ? digits + 1 : 0;
    }
    return digits == SHORTEST;
  }

  /**
   * Runs of seven digits of base64 or more (of both alphabets) with up to two signs of equality
   * behind them; lines of sixty or more belong to the run that goes on in the next line.
   */
  static List<String> base64(String text) {
    List<String> runs = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int line = at;
      int end = base64End(text, at);
      int next = end - line >= WRAPPED ? afterBreak(text, end) : end;
      while (next > end) {
        line = next;
        end = base64End(text, line);
        next = end - line >= WRAPPED ? afterBreak(text, end) : end;
      }
      boolean found = line > at || end - at >= SHORTEST;
      for (int i = 0; found && i < 2 && end < text.length() && text.charAt(end) == '='; i++) {
        end++;
      }
      if (found) {
        runs.add(text.substring(at, end));
      }
      at = Math.max(end, at + 1);
    }
    return runs;
  }

  private static int base64End(String text, int start) {
    int end = start;
    while (end < text.length() && isBase64(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isBase64(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || "+/_-".indexOf(c) >= 0;
  }

  /** After the line break at {@code at}; the same where there is none. */
  private static int afterBreak(String text, int at) {
    if (text.startsWith("\r\n", at)) {
      return at + 2;
    }
    return at < text.length() && text.charAt(at) == '\n' ? at + 1 : at;
  }

  /**
   * What stands between full stops, question and exclamation marks and ends of lines, with them.
   */
  static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = start;
      while (end < text.length() && !isMark(text.charAt(end)) && text.charAt(end) != '\n') {
        end++;
      }
      boolean some = end > start;
      while (some && end < text.length() && isMark(text.charAt(end))) {
        end++;
      }
      if (some) {
        lines.add(text.substring(start, end));
      }
      start = Math.max(end, start + 1);
    }
    return lines;
  }

  private static boolean isMark(char c) {
    return c == '.' || c == '!' || c == '?';
  }
}
