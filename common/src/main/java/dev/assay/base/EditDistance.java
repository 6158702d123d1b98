package dev.assay.base;

import java.util.stream.IntStream;

/** Levenshtein distance in code points, so that an emoji is one character. */
public final class EditDistance {

  private EditDistance() {}

  /**
   * Fewest insertions, deletions and substitutions of one character that turn {@code a} into {@code
   * b}. Time goes with the product of the lengths, memory with the shorter one.
   */
  public static int between(String a, String b) {
    int[] rows = a.codePoints().toArray();
    int[] columns = b.codePoints().toArray();
    if (columns.length > rows.length) {
      int[] swap = rows;
      rows = columns;
      columns = swap;
    }
    int[] line = IntStream.rangeClosed(0, columns.length).toArray();
    for (int i = 1; i <= rows.length; i++) {
      int diagonal = line[0];
      line[0] = i;
      for (int j = 1; j <= columns.length; j++) {
        int substituted = diagonal + (rows[i - 1] == columns[j - 1] ? 0 : 1);
        diagonal = line[j];
        line[j] = Math.min(substituted, Math.min(line[j], line[j - 1]) + 1);
      }
    }
    return line[columns.length];
  }
}
