package dev.assay.calibration;

import dev.assay.base.Rounding;
import dev.assay.core.Direction;
import java.util.ArrayList;
import java.util.List;

/**
 * The inductive Venn–Abers predictor (Vovk, Petej and Fedorova 2015): for a new score, isotonic
 * regression of the labelled rows and the new one, once with label 0 and once with label 1. The new
 * row has weight 1. Every place that a score can have, on a labelled score or between two, is
 * computed once: blocks of all prefixes and of all suffixes are kept, so that only blocks next to
 * the new row are pooled again.
 */
public record VennAbersCalibrator(Direction direction) implements TableCalibrator {
  private static final int DECIMALS = 12;

  /** Without a direction: rising or falling, whichever isotonic regression prefers. */
  public VennAbersCalibrator() {
    this(Direction.NONE);
  }

  @Override
  public Calibrator on(Scale scale) {
    return new VennAbersCalibrator(scale.direction());
  }

  @Override
  public Fit fit(ScoreTable table) {
    Fit isotonic = new IsotonicCalibrator(direction).fit(table);
    if (isotonic instanceof Fit.Degenerate) {
      return isotonic;
    }
    List<Double> probabilities = ((IsotonicMap) ((Fit.Fitted) isotonic).map()).probabilities();
    boolean falls =
        direction == Direction.DOWN
            || direction == Direction.NONE
                && probabilities.get(0) > probabilities.get(probabilities.size() - 1);
    return new Fit.Fitted(falls ? falling(table) : rising(table));
  }

  /** With labels exchanged, a falling curve rises: p₀ and p₁ are the other's complement. */
  private static VennAbersMap falling(ScoreTable table) {
    VennAbersMap turned = rising(table.exchanged());
    return new VennAbersMap(
        turned.starts(),
        turned.highs().stream().map(p -> 1 - p).toList(),
        turned.lows().stream().map(p -> 1 - p).toList());
  }

  private static VennAbersMap rising(ScoreTable table) {
    int n = table.size();
    PooledBlocks.Block[] suffix = new PooledBlocks.Block[n + 1];
    for (int i = n - 1; i >= 0; i--) {
      suffix[i] = pushFront(suffix[i + 1], i, table.weight(1, i), table.weight(i));
    }
    List<Double> starts = new ArrayList<>();
    List<Double> lows = new ArrayList<>();
    List<Double> highs = new ArrayList<>();
    PooledBlocks.Block prefix = null;
    for (int place = 0; place <= 2 * n; place++) {
      int i = place / 2;
      boolean on = place % 2 == 1;
      double ones = on ? table.weight(1, i) : 0;
      double all = on ? table.weight(i) : 0;
      PooledBlocks.Block after = suffix[on ? i + 1 : i];
      double low = Rounding.to(DECIMALS, insert(prefix, ones, all + 1, after));
      double high = Rounding.to(DECIMALS, insert(prefix, ones + 1, all + 1, after));
      int last = starts.size() - 1;
      if (last < 0 || lows.get(last) != low || highs.get(last) != high) {
        double before = i == 0 ? -Double.MAX_VALUE : Math.nextUp(table.score(i - 1));
        starts.add(on ? table.score(i) : before);
        lows.add(low);
        highs.add(high);
      }
      if (on) {
        prefix = PooledBlocks.push(prefix, i, ones, all);
      }
    }
    return new VennAbersMap(starts, lows, highs);
  }

  private static PooledBlocks.Block pushFront(
      PooledBlocks.Block next, int index, double positives, double total) {
    double ones = positives;
    double all = total;
    PooledBlocks.Block above = next;
    while (above != null && ones * above.total() >= above.positives() * all) {
      ones += above.positives();
      all += above.total();
      above = above.before();
    }
    return new PooledBlocks.Block(index, ones, all, above);
  }

  /** The mean of the block that a new row comes to lie in. */
  private static double insert(
      PooledBlocks.Block below, double positives, double total, PooledBlocks.Block above) {
    double ones = positives;
    double all = total;
    PooledBlocks.Block left = below;
    PooledBlocks.Block right = above;
    while (true) {
      if (left != null && left.positives() * all >= ones * left.total()) {
        ones += left.positives();
        all += left.total();
        left = left.before();
      } else if (right != null && ones * right.total() >= right.positives() * all) {
        ones += right.positives();
        all += right.total();
        right = right.before();
      } else {
        return ones / all;
      }
    }
  }
}
