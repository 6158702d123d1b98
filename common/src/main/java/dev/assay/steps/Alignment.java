package dev.assay.steps;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The best alignment of two sequences by Needleman and Wunsch: a pair gains its similarity, a step
 * without a partner costs 0.5. Of equal alignments the one that pairs, then the one that leaves out
 * a step of the answer.
 *
 * @param moves from the first step to the last
 * @param score gain of the alignment
 */
public record Alignment(List<Move> moves, double score) {

  /** What a step without a partner costs. */
  public static final double GAP = 0.5;

  /** Similarities that are aligned at most. */
  public static final int MAX_CELLS = 250_000;

  /**
   * One step of the alignment.
   *
   * @param expected index of the expected step, −1 for a step of the answer alone
   * @param actual index of the answer's step, −1 for an expected step that is missing
   */
  public record Move(int expected, int actual) {

    /** Whether both have the step. */
    public boolean paired() {
      return expected >= 0 && actual >= 0;
    }
  }

  public Alignment {
    moves = List.copyOf(moves);
  }

  /**
   * Aligns by {@code similarity[expected][actual]}; all rows of one length.
   *
   * @param actual how many steps the answer has, for when there is no row
   */
  public static Alignment of(double[][] similarity, int actual) {
    int rows = similarity.length;
    double[][] best = new double[rows + 1][actual + 1];
    for (int i = 0; i <= rows; i++) {
      for (int j = 0; j <= actual; j++) {
        if (i == 0 || j == 0) {
          best[i][j] = -GAP * (i + j);
        } else {
          double paired = best[i - 1][j - 1] + similarity[i - 1][j - 1];
          double gap = Math.max(best[i][j - 1], best[i - 1][j]) - GAP;
          best[i][j] = Math.max(paired, gap);
        }
      }
    }
    List<Move> moves = new ArrayList<>();
    int i = rows;
    int j = actual;
    while (i > 0 || j > 0) {
      if (i > 0 && j > 0 && best[i][j] == best[i - 1][j - 1] + similarity[i - 1][j - 1]) {
        moves.add(new Move(--i, --j));
      } else if (j > 0 && best[i][j] == best[i][j - 1] - GAP) {
        moves.add(new Move(-1, --j));
      } else {
        moves.add(new Move(--i, -1));
      }
    }
    Collections.reverse(moves);
    return new Alignment(moves, best[rows][actual]);
  }

  /** Expected steps that the answer misses: to be inserted. */
  public int insertions() {
    return (int) moves.stream().filter(move -> move.actual() < 0).count();
  }

  /** Steps of the answer that nothing expects: to be deleted. */
  public int deletions() {
    return (int) moves.stream().filter(move -> move.expected() < 0).count();
  }
}
