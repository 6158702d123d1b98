package dev.assay.jobs.inputs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.List;

/**
 * What separates the columns of a table of texts: a spreadsheet writes semicolons where the comma
 * is the decimal mark, and some write tabs, into files that are named alike.
 */
public final class Delimiter {
  private static final int LOOKED_AT = 1 << 16;

  private Delimiter() {}

  /**
   * {@code usual} where the first line has one outside quotes, or has neither semicolon nor tab;
   * else the more frequent of these.
   */
  public static char of(String head, char usual) {
    List<Character> others = List.of(';', '\t');
    long[] found = new long[others.size()];
    boolean quoted = false;
    boolean named = false;
    for (char one : head.toCharArray()) {
      if (one == '"') {
        quoted = !quoted;
      } else if (!quoted) {
        if (one == usual) {
          return usual;
        }
        if (named && (one == '\n' || one == '\r')) {
          break;
        }
        if (others.contains(one)) {
          found[others.indexOf(one)]++;
        }
        named |= !Character.isWhitespace(one);
      }
    }
    return found[0] + found[1] == 0 ? usual : others.get(found[0] >= found[1] ? 0 : 1);
  }

  /** The same of a text that has still to be read; it stays at its beginning. */
  public static char of(BufferedReader text, char usual) throws IOException {
    return of(head(text), usual);
  }

  /** The beginning of a text that has still to be read; it stays there. */
  static String head(BufferedReader text) throws IOException {
    text.mark(LOOKED_AT);
    char[] head = new char[LOOKED_AT];
    int length = 0;
    for (int read; length < LOOKED_AT; length += read) {
      read = text.read(head, length, LOOKED_AT - length);
      if (read < 0) {
        break;
      }
    }
    text.reset();
    return new String(head, 0, length);
  }

  /** {@code text} as a reader that can look ahead. */
  public static BufferedReader ahead(Reader text) {
    return text instanceof BufferedReader buffered ? buffered : new BufferedReader(text, LOOKED_AT);
  }
}
