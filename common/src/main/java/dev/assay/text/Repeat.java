package dev.assay.text;

import java.util.Optional;

/**
 * The longest substring that a text repeats without overlap; of several the one that comes first.
 *
 * @param substring what is repeated
 * @param count how often it occurs, counted from the left without overlap, at least 2
 * @param share count times length by the text's length, in (0, 1], in code points
 */
public record Repeat(String substring, int count, double share) {

  /** Code points up to which a text is searched. */
  public static final int MAX_LENGTH = 200_000;

  /**
   * The longest repeat of {@code text}, empty when no character occurs twice. Linear in the text.
   *
   * @throws IllegalArgumentException for a text of more than {@value #MAX_LENGTH} code points
   */
  public static Optional<Repeat> longestOf(String text) {
    int[] characters = text.codePoints().toArray();
    if (characters.length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "A text of %d characters is over the limit of %d"
              .formatted(characters.length, MAX_LENGTH));
    }
    SuffixAutomaton automaton = new SuffixAutomaton(characters);
    int length = 0;
    int start = 0;
    for (int state = 1; state < automaton.states(); state++) {
      int apart = automaton.lastEnd(state) - automaton.firstEnd(state);
      int here = Math.min(automaton.longest(state), apart);
      if (here < automaton.shortest(state) || here < length) {
        continue;
      }
      int begin = automaton.firstEnd(state) - here;
      if (here > length || begin < start) {
        length = here;
        start = begin;
      }
    }
    if (length == 0) {
      return Optional.empty();
    }
    int count = count(characters, start, length);
    return Optional.of(
        new Repeat(
            new String(characters, start, length),
            count,
            count * (double) length / characters.length));
  }

  /** Occurrences from the left without overlap, by Knuth, Morris and Pratt. */
  private static int count(int[] text, int start, int length) {
    int[] border = new int[length + 1];
    border[0] = -1;
    for (int at = 0, matched = -1; at < length; ) {
      while (matched >= 0 && text[start + at] != text[start + matched]) {
        matched = border[matched];
      }
      border[++at] = ++matched;
    }
    int count = 0;
    int matched = 0;
    for (int c : text) {
      while (matched >= 0 && c != text[start + matched]) {
        matched = border[matched];
      }
      if (++matched == length) {
        count++;
        matched = 0;
      }
    }
    return count;
  }
}
