package dev.assay.calibration;

/**
 * Non-decreasing least squares by pooling adjacent violators (Ayer et al. 1955): runs of scores
 * that share one mean. Blocks of neighbouring stretches merge, so pooling parts first and then
 * their blocks gives the same as pooling the whole.
 */
final class PooledBlocks {

  /**
   * A run of scores and the blocks before it.
   *
   * @param last index of its last score
   * @param positives weight of label 1
   * @param total weight of both labels
   * @param before the block below; {@code null} for the first
   */
  record Block(int last, double positives, double total, Block before) {
    double mean() {
      return positives / total;
    }
  }

  private PooledBlocks() {}

  /** Puts one more score on top, pooling where means would not rise; equal means are one block. */
  static Block push(Block top, int last, double positives, double total) {
    double ones = positives;
    double all = total;
    Block below = top;
    while (below != null && below.positives() * all >= ones * below.total()) {
      ones += below.positives();
      all += below.total();
      below = below.before();
    }
    return new Block(last, ones, all, below);
  }

  /** The topmost block of the whole table. */
  static Block of(ScoreTable table) {
    Block top = null;
    for (int i = 0; i < table.size(); i++) {
      top = push(top, i, table.weight(1, i), table.weight(i));
    }
    return top;
  }
}
