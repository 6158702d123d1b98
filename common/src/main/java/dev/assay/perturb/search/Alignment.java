package dev.assay.perturb.search;

import java.util.ArrayList;
import java.util.List;

/**
 * Two lists of pieces side by side with the fewest changes: a piece stands for another of its kind,
 * or is put in, or left out. Where several are as few, pieces stand for each other first.
 *
 * @param from the pieces of the origin
 * @param to those of the twin
 * @param head how many both begin with
 * @param tail how many both end with
 */
record Alignment(List<String> from, List<String> to, int head, int tail) {
  /** Cells of the table at most; beyond it all between the common ends is one change. */
  private static final long MOST_CELLS = 4_000_000;

  static Alignment of(List<String> from, List<String> to) {
    int head = 0;
    int least = Math.min(from.size(), to.size());
    while (head < least && from.get(head).equals(to.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < least - head
        && from.get(from.size() - 1 - tail).equals(to.get(to.size() - 1 - tail))) {
      tail++;
    }
    return new Alignment(from, to, head, tail);
  }

  /**
   * What became of a piece: {@code was} or {@code now} is empty where it was put in or left out.
   */
  private record Change(String was, String now) {
    boolean same() {
      return was.equals(now);
    }

    boolean replaced() {
      return !was.isEmpty() && !now.isEmpty() && !same();
    }

    String word() {
      return was.isEmpty() ? now : was;
    }
  }

  /**
   * The edits in order.
   *
   * @param words whether what is put in or left out goes by words with the marks behind them, and
   *     not by pieces
   */
  List<Edit> edits(boolean words) {
    List<Change> changes = changes();
    List<Edit> edits = new ArrayList<>();
    int at = String.join("", from.subList(0, head)).length();
    for (int i = 0; i < changes.size(); i++) {
      Change first = changes.get(i);
      StringBuilder was = new StringBuilder(first.was());
      StringBuilder now = new StringBuilder(first.now());
      boolean word = Tokens.isWord(first.word());
      while (words
          && !first.same()
          && !first.replaced()
          && i + 1 < changes.size()
          && goesWith(first, changes.get(i + 1), word)) {
        i++;
        word = word || Tokens.isWord(changes.get(i).word());
        was.append(changes.get(i).was());
        now.append(changes.get(i).now());
      }
      if (!first.same()) {
        edits.add(new Edit(at, at + was.length(), now.toString()));
      }
      at += was.length();
    }
    return edits;
  }

  /** Marks and blanks go with the word before them, where there is none with the one behind. */
  private static boolean goesWith(Change first, Change next, boolean word) {
    return !next.same()
        && !next.replaced()
        && next.was().isEmpty() == first.was().isEmpty()
        && (!word || !Tokens.isWord(next.word()));
  }

  private List<Change> changes() {
    List<String> left = from.subList(head, from.size() - tail);
    List<String> right = to.subList(head, to.size() - tail);
    if ((left.size() + 1L) * (right.size() + 1L) > MOST_CELLS) {
      return List.of(new Change(String.join("", left), String.join("", right)));
    }
    int[][] least = new int[left.size() + 1][right.size() + 1];
    for (int i = left.size(); i >= 0; i--) {
      for (int j = right.size(); j >= 0; j--) {
        if (i == left.size() || j == right.size()) {
          least[i][j] = left.size() - i + right.size() - j;
        } else {
          least[i][j] =
              Math.min(
                  cost(left.get(i), right.get(j)) + least[i + 1][j + 1],
                  1 + Math.min(least[i + 1][j], least[i][j + 1]));
        }
      }
    }
    List<Change> changes = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < left.size() || j < right.size()) {
      boolean both = i < left.size() && j < right.size();
      if (both
          && least[i][j] == cost(left.get(i), right.get(j)) + least[i + 1][j + 1]
          && alike(left.get(i), right.get(j))) {
        changes.add(new Change(left.get(i++), right.get(j++)));
      } else if (j < right.size() && least[i][j] == 1 + least[i][j + 1]) {
        changes.add(new Change("", right.get(j++)));
      } else {
        changes.add(new Change(left.get(i++), ""));
      }
    }
    return changes;
  }

  private static boolean alike(String one, String other) {
    return Tokens.isWord(one) == Tokens.isWord(other);
  }

  /** A word for a mark costs as much as leaving out one and putting in the other. */
  private static int cost(String one, String other) {
    return one.equals(other) ? 0 : alike(one, other) ? 1 : 2;
  }
}
