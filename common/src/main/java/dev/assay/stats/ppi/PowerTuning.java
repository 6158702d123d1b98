package dev.assay.stats.ppi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * How much weight predictions get: the λ in [0, 1] with the least variance, one for each stratum
 * that has labels enough of its own (as in Fisch et al. 2024, Stratified Prediction-Powered
 * Inference), one for all others together, or the one of all where these have too few.
 *
 * <p>The estimate is the labels' mean plus Σ λ · D over blocks of strata, D being the block's part
 * of the difference between the population's mean prediction and that of the labelled. D is 0 on
 * average whatever the predictions are worth, so any λ is right. The variance is a quadratic
 * function of the λ; with one block its least value is the one of PPI++.
 */
final class PowerTuning {
  private static final int SWEEPS = 200;
  private static final double STILL = 1e-12;

  /** Of what a variance was summed up from: less is a rounding error, and none. */
  private static final double ROUNDING = 1e-12;

  private final int sides;
  private final Moments whole;
  private final List<Moments> blocks = new ArrayList<>();

  /** Of each block, the covariances of its groups' sums, added over its strata. */
  private final List<double[][]> within = new ArrayList<>();

  private final double[][] all;
  private final boolean[] own;

  /**
   * @param strata by name
   * @param bounded whether labels lie between two ends, of which both must occur
   * @param apart whether strata may have a λ of their own
   * @param predicted which means have predictions
   */
  PowerTuning(
      SortedMap<String, StratumSums> strata, boolean bounded, boolean apart, boolean... predicted) {
    this.sides = predicted.length;
    int size = sides * PredictionPowered.SIZE;
    whole = new Moments(size);
    all = new double[size][size];
    StratumSums rest = new StratumSums(sides, PredictionPowered.SIZE).only(predicted);
    Moments alone = new Moments(size);
    Moments joins = null;
    blocks.add(rest.moments());
    within.add(new double[size][size]);
    for (Map.Entry<String, StratumSums> entry : strata.entrySet()) {
      StratumSums stratum = entry.getValue();
      whole.merge(stratum.moments());
      if (apart && stratum.enough(bounded)) {
        blocks.add(stratum.moments());
        within.add(new double[size][size]);
        include(stratum.moments(), within.size() - 1);
        continue;
      }
      rest.merge(stratum);
      if (stratum.moments().n() < 2) {
        alone.merge(stratum.moments());
      } else if (joins == null) {
        joins = stratum.moments();
      } else {
        include(stratum.moments(), 0);
      }
    }
    pooled(alone, joins);
    own = new boolean[blocks.size()];
    Arrays.fill(own, true);
    own[0] = blocks.size() > 1 && rest.enough(bounded);
  }

  /** Strata with one group are taken together; a lone one joins another, where there is one. */
  private void pooled(Moments alone, Moments joinsOrNull) {
    if (joinsOrNull != null && alone.n() == 1) {
      Moments joined = new Moments(sides * PredictionPowered.SIZE);
      include(joined.merge(joinsOrNull).merge(alone), 0);
      return;
    }
    if (joinsOrNull != null) {
      include(joinsOrNull, 0);
    }
    include(alone, 0);
  }

  private void include(Moments stratum, int block) {
    double[][] own = stratum.covariances();
    for (int i = 0; i < own.length; i++) {
      for (int j = 0; j < own.length; j++) {
        within.get(block)[i][j] += own[i][j];
        all[i][j] += own[i][j];
      }
    }
  }

  /** How many λ are tuned. */
  int tuned() {
    int tuned = blocks.get(0).n() > 0 && !own[0] ? 1 : 0;
    for (boolean one : own) {
      tuned += one ? 1 : 0;
    }
    return tuned;
  }

  /** The variance of a linear form that is the same everywhere, by group within strata. */
  double variance(double[] form) {
    return variance(form, all);
  }

  private double variance(double[] form, double[][] covariances) {
    double variance = product(form, covariances, form);
    return variance > ROUNDING * whole.magnitude(form) ? variance : 0;
  }

  /** One λ for each block, the best for the labels' linear form. */
  double[] powers(double[] labels) {
    double[] powers = new double[blocks.size()];
    Arrays.fill(powers, 1);
    double[] change = shared(powers);
    add(change, 1, own());
    double spread = product(change, all, change);
    Arrays.fill(powers, spread > 0 ? clip(-product(labels, all, change) / spread) : 0);
    return blocks.size() == 1 ? powers : descended(labels, powers);
  }

  /** Coordinate by coordinate to the least variance: it is convex, so that is the least of all. */
  private double[] descended(double[] labels, double[] powers) {
    int size = blocks.size();
    double[][] products = new double[size][size];
    double[] linear = new double[size];
    double[][] shared = new double[size][];
    double[] own = own();
    for (int a = 0; a < size; a++) {
      shared[a] = shared(unit(a));
      linear[a] = product(labels, all, shared[a]) + product(labels, within.get(a), own);
    }
    for (int a = 0; a < size; a++) {
      for (int b = 0; b < size; b++) {
        products[a][b] =
            product(shared[a], all, shared[b])
                + product(own, within.get(a), shared[b])
                + product(shared[a], within.get(b), own)
                + (a == b ? product(own, within.get(a), own) : 0);
      }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double moved = 0;
      for (int a = 0; a < size; a++) {
        if (this.own[a] && products[a][a] > 0) {
          double pull = linear[a];
          for (int b = 0; b < size; b++) {
            pull += b == a ? 0 : products[a][b] * powers[b];
          }
          double next = clip(-pull / products[a][a]);
          moved = Math.max(moved, Math.abs(next - powers[a]));
          powers[a] = next;
        }
      }
      if (moved < STILL) {
        return powers;
      }
    }
    return powers;
  }

  /** By how much predictions of these λ move the labels' mean. */
  double moved(double[] powers) {
    double moved = 0;
    for (int side = 0; side < sides; side++) {
      int at = side * PredictionPowered.SIZE;
      double by =
          predicted(powers, at + 1) / whole.sum(at) - predicted(powers, at + 4) / whole.sum(at + 2);
      moved += sign(side) * by;
    }
    return moved;
  }

  /** The variance of the labels' mean when predictions of these λ move it. */
  double variance(double[] labels, double[] powers) {
    double sum = 0;
    double[] shared = shared(powers);
    for (int block = 0; block < powers.length; block++) {
      double[] form = labels.clone();
      add(form, 1, shared);
      add(form, powers[block], own());
      sum += variance(form, within.get(block));
    }
    return sum;
  }

  /** The mean λ, by the weight of the population. */
  double mean(double[] powers) {
    double sum = 0;
    for (int block = 0; block < powers.length; block++) {
      sum += powers[block] * blocks.get(block).sum(0) / whole.sum(0);
    }
    return sum;
  }

  /** The part of the derivative of {@link #moved} that any group has: through the weights. */
  private double[] shared(double[] powers) {
    double[] form = new double[sides * PredictionPowered.SIZE];
    for (int side = 0; side < sides; side++) {
      int at = side * PredictionPowered.SIZE;
      double weight = whole.sum(at);
      double labelWeight = whole.sum(at + 2);
      form[at] = -sign(side) * predicted(powers, at + 1) / weight / weight;
      form[at + 2] = sign(side) * predicted(powers, at + 4) / labelWeight / labelWeight;
    }
    return form;
  }

  /** The other part, for λ = 1: through the predictions of the group itself. */
  private double[] own() {
    double[] form = new double[sides * PredictionPowered.SIZE];
    for (int side = 0; side < sides; side++) {
      int at = side * PredictionPowered.SIZE;
      form[at + 1] = sign(side) / whole.sum(at);
      form[at + 4] = -sign(side) / whole.sum(at + 2);
    }
    return form;
  }

  private double predicted(double[] powers, int component) {
    double sum = 0;
    for (int block = 0; block < powers.length; block++) {
      sum += powers[block] * blocks.get(block).sum(component);
    }
    return sum;
  }

  private double[] unit(int block) {
    double[] unit = new double[blocks.size()];
    unit[block] = 1;
    return unit;
  }

  private static void add(double[] to, double times, double[] form) {
    for (int i = 0; i < to.length; i++) {
      to[i] += times * form[i];
    }
  }

  private static double product(double[] left, double[][] matrix, double[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      for (int j = 0; j < right.length; j++) {
        sum += left[i] * matrix[i][j] * right[j];
      }
    }
    return sum;
  }

  private static int sign(int side) {
    return side == 0 ? 1 : -1;
  }

  private static double clip(double power) {
    return Math.max(0, Math.min(1, power));
  }
}
