package dev.assay.stats;

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

  private final int sides;
  private final List<Cell> cells = new ArrayList<>();
  private final List<Moments> blocks = new ArrayList<>();
  private final boolean[] own;
  private final Moments whole;

  /** Groups whose variance is taken together, and the block that their λ is of. */
  private record Cell(Moments moments, int block) {}

  /**
   * @param sides number of means, 1 or 2
   * @param strata by name
   * @param bounded whether labels lie between two ends, of which both must occur
   * @param apart whether strata may have a λ of their own
   */
  PowerTuning(int sides, SortedMap<String, StratumSums> strata, boolean bounded, boolean apart) {
    this.sides = sides;
    int size = sides * PredictionPowered.SIZE;
    whole = new Moments(size);
    StratumSums rest = new StratumSums(sides, PredictionPowered.SIZE);
    Moments alone = new Moments(size);
    List<Cell> found = new ArrayList<>();
    blocks.add(rest.moments());
    for (Map.Entry<String, StratumSums> entry : strata.entrySet()) {
      StratumSums stratum = entry.getValue();
      whole.merge(stratum.moments());
      boolean enough = apart && enough(stratum, bounded);
      if (enough) {
        blocks.add(stratum.moments());
      } else {
        rest.merge(stratum);
      }
      if (stratum.moments().n() > 1) {
        found.add(new Cell(stratum.moments(), enough ? blocks.size() - 1 : 0));
      } else {
        alone.merge(stratum.moments());
      }
    }
    own = new boolean[blocks.size()];
    Arrays.fill(own, true);
    own[0] = blocks.size() > 1 && enough(rest, bounded);
    collapse(found, alone);
  }

  private static boolean enough(StratumSums stratum, boolean bounded) {
    return stratum.labelledGroups() >= PredictionPowered.LEAST_GROUPS
        && (!bounded || stratum.leastEach() >= PredictionPowered.LEAST_EACH);
  }

  /** Strata with one group are taken together; a lone one joins another, of its block if it can. */
  private void collapse(List<Cell> found, Moments alone) {
    cells.addAll(found);
    if (alone.n() != 1 || found.isEmpty()) {
      if (alone.n() > 0) {
        cells.add(new Cell(alone, 0));
      }
      return;
    }
    int at = 0;
    for (int i = found.size() - 1; i >= 0; i--) {
      at = found.get(i).block() == 0 ? i : at;
    }
    Moments joined = new Moments(sides * PredictionPowered.SIZE);
    cells.set(
        at, new Cell(joined.merge(found.get(at).moments()).merge(alone), found.get(at).block()));
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
    double sum = 0;
    for (Cell cell : cells) {
      sum += cell.moments().n() < 2 ? 0 : cell.moments().covariance(form, form);
    }
    return sum;
  }

  /** One λ for each block, the best for the labels' linear form. */
  double[] powers(double[] labels) {
    double[] ones = new double[blocks.size()];
    Arrays.fill(ones, 1);
    double all = 0;
    double with = 0;
    for (Cell cell : cells) {
      if (cell.moments().n() > 1) {
        double[] change = change(ones, cell.block());
        all += cell.moments().covariance(change, change);
        with += cell.moments().covariance(labels, change);
      }
    }
    double[] powers = new double[blocks.size()];
    Arrays.fill(powers, all > 0 ? clip(-with / all) : 0);
    return blocks.size() == 1 ? powers : descended(labels, powers);
  }

  /** Coordinate by coordinate to the least variance: it is convex, so that is the least of all. */
  private double[] descended(double[] labels, double[] powers) {
    int size = blocks.size();
    double[][] products = new double[size][size];
    double[] linear = new double[size];
    for (Cell cell : cells) {
      if (cell.moments().n() > 1) {
        for (int a = 0; a < size; a++) {
          double[] left = change(unit(a), cell.block());
          linear[a] += cell.moments().covariance(labels, left);
          for (int b = 0; b < size; b++) {
            products[a][b] += cell.moments().covariance(left, change(unit(b), cell.block()));
          }
        }
      }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double moved = 0;
      for (int a = 0; a < size; a++) {
        if (own[a] && products[a][a] > 0) {
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
    for (Cell cell : cells) {
      if (cell.moments().n() > 1) {
        double[] form = change(powers, cell.block());
        for (int i = 0; i < form.length; i++) {
          form[i] += labels[i];
        }
        sum += cell.moments().covariance(form, form);
      }
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

  /** The derivative of {@link #moved} in the sums of a group of {@code block}. */
  private double[] change(double[] powers, int block) {
    double[] form = new double[sides * PredictionPowered.SIZE];
    for (int side = 0; side < sides; side++) {
      int at = side * PredictionPowered.SIZE;
      double weight = whole.sum(at);
      double labelWeight = whole.sum(at + 2);
      form[at] = -sign(side) * predicted(powers, at + 1) / weight / weight;
      form[at + 1] = sign(side) * powers[block] / weight;
      form[at + 2] = sign(side) * predicted(powers, at + 4) / labelWeight / labelWeight;
      form[at + 4] = -sign(side) * powers[block] / labelWeight;
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

  private static int sign(int side) {
    return side == 0 ? 1 : -1;
  }

  private static double clip(double power) {
    return Math.max(0, Math.min(1, power));
  }
}
