package dev.assay.calibration;

import dev.assay.stats.Rounding;
import java.util.Arrays;

/**
 * Labelled scores of weight 1 as columns that grow: what a million rows cost is then 17 bytes each
 * and not an object. A group is a 64-bit number; where it is a hash of the group's id, two of a
 * million groups are taken for one with a chance of 3 in 10⁸.
 */
public final class ScoreColumns {
  private long[] groups = new long[16];
  private double[] scores = new double[16];
  private byte[] labels = new byte[16];
  private int size;

  /**
   * Adds a row.
   *
   * @param group the question with its twins and repeats
   * @param score finite; kept to nine decimals
   * @param label 0 or 1
   */
  public void add(long group, double score, int label) {
    LabelledScore.check(score, label);
    if (size == scores.length) {
      groups = Arrays.copyOf(groups, 2 * size);
      scores = Arrays.copyOf(scores, 2 * size);
      labels = Arrays.copyOf(labels, 2 * size);
    }
    groups[size] = group;
    scores[size] = Rounding.toNano(score);
    labels[size++] = (byte) label;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** What every univariate fit needs of them. */
  public ScoreTable table() {
    return ScoreTable.counted(Arrays.copyOf(scores, size), this::label, 1, 2);
  }

  double score(int row) {
    return scores[row];
  }

  int label(int row) {
    return labels[row];
  }

  long[] groups() {
    return Arrays.copyOf(groups, size);
  }
}
