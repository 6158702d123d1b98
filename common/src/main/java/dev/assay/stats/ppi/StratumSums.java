package dev.assay.stats.ppi;

import dev.assay.stats.Kish;
import dev.assay.stats.Range;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What is kept of a stratum's groups: their sums with products, and for each mean how many groups
 * are labelled and how many of those are not all at the low, or at the high, end.
 */
final class StratumSums implements Serializable {
  private static final long serialVersionUID = 1;
  private static final double SLACK = 1e-12;

  private final Moments moments;
  private final boolean[] predicted;
  private final long[] rows;
  private final long[] labelled;
  private final long[] below;
  private final long[] above;

  /** Of {@code sides} means with {@code size} sums each. */
  StratumSums(int sides, int size) {
    this(new Moments(sides * size), new boolean[sides]);
    Arrays.fill(predicted, true);
  }

  private StratumSums(Moments moments, boolean[] predicted) {
    int sides = predicted.length;
    this.moments = moments;
    this.predicted = predicted;
    rows = new long[sides];
    labelled = new long[sides];
    below = new long[sides];
    above = new long[sides];
  }

  /** Takes in one group: its sums as a vector, and of each mean what is labelled. */
  StratumSums add(double[] vector, Range range, PredictionPowered.Sums... sides) {
    moments.add(vector);
    for (int side = 0; side < sides.length; side++) {
      rows[side] += sides[side].rows();
      if (sides[side].labelWeight() > 0) {
        double mean = sides[side].label() / sides[side].labelWeight();
        labelled[side]++;
        below[side] += mean < range.high() - SLACK ? 1 : 0;
        above[side] += mean > range.low() + SLACK ? 1 : 0;
      }
    }
    return this;
  }

  /** Takes in the groups of another state. */
  StratumSums merge(StratumSums other) {
    moments.merge(other.moments);
    for (int side = 0; side < rows.length; side++) {
      rows[side] += other.rows[side];
      labelled[side] += other.labelled[side];
      below[side] += other.below[side];
      above[side] += other.above[side];
    }
    return this;
  }

  /** The same without the predictions of the means that are not {@code predicted}. */
  StratumSums only(boolean... predicted) {
    Moments kept = moments;
    for (int side = 0; side < predicted.length; side++) {
      int at = side * PredictionPowered.SIZE;
      kept = predicted[side] ? kept : kept.without(at + 1, at + 4);
    }
    StratumSums only = new StratumSums(kept, predicted.clone());
    for (int side = 0; side < rows.length; side++) {
      only.rows[side] = rows[side];
      only.labelled[side] = labelled[side];
      only.below[side] = below[side];
      only.above[side] = above[side];
    }
    return only;
  }

  /** Whether the labels of a mean suffice for its predictions. */
  boolean enough(int side, boolean bounded) {
    return labelled[side] >= PredictionPowered.LEAST_GROUPS
        && PredictionPowered.suffice(equalGroups(side))
        && (!bounded || Math.min(below[side], above[side]) >= PredictionPowered.LEAST_EACH);
  }

  /** The same of all means with predictions. */
  boolean enough(boolean bounded) {
    for (int side = 0; side < predicted.length; side++) {
      if (predicted[side] && !enough(side, bounded)) {
        return false;
      }
    }
    return true;
  }

  Moments moments() {
    return moments;
  }

  /** Number of labelled rows. */
  long rows() {
    long all = 0;
    for (long own : rows) {
      all += own;
    }
    return all;
  }

  /** Labelled groups, of the mean that has fewer. */
  long labelledGroups() {
    return least(labelled);
  }

  /**
   * What the labelled groups are worth as groups of equal weight, by Kish's effective number, of
   * the mean where that is less.
   */
  double equalGroups() {
    double least = Double.POSITIVE_INFINITY;
    for (int side = 0; side < labelled.length; side++) {
      least = Math.min(least, equalGroups(side));
    }
    return least;
  }

  private double equalGroups(int side) {
    int weight = side * PredictionPowered.SIZE + 2;
    return Kish.effective(moments.sum(weight), moments.squares(weight));
  }

  /** Labelled groups that are not all at one end, of the mean and end that have fewer. */
  long leastEach() {
    return Math.min(least(below), least(above));
  }

  private static long least(long[] counts) {
    long least = Long.MAX_VALUE;
    for (long count : counts) {
      least = Math.min(least, count);
    }
    return least;
  }
}
