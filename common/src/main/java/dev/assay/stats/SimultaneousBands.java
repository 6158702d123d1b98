package dev.assay.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.NormalDistribution;

/**
 * Means of many cells with intervals that hold together: the chance that all of them cover is the
 * level. Groups may be in several cells, which then move together; a normal multiplier is drawn for
 * each group and the largest studentised deviation of any cell is noted (multiplier bootstrap,
 * Chernozhukov, Chetverikov and Kato 2013). The quantile is widened for cells with few groups as a
 * Student's t is.
 */
public final class SimultaneousBands {
  private SimultaneousBands() {}

  /**
   * A cell's mean and limits.
   *
   * @param groups how many it has
   */
  public record Band(double mean, double low, double high, int groups) {}

  /**
   * @param cells values by group, each with two groups at least; every row of a group counts for
   *     one
   * @param range of the values; where all groups of a cell agree, its band is the bound for groups
   *     that do not differ, with an equal part of the error rate, and the others share what is left
   *     of it
   */
  public static List<Band> of(List<List<Observation>> cells, Range range, Resampling resampling) {
    TreeMap<String, Integer> groups = new TreeMap<>();
    cells.forEach(cell -> cell.forEach(row -> groups.put(row.groupId(), 0)));
    int next = 0;
    for (Map.Entry<String, Integer> group : groups.entrySet()) {
      group.setValue(next++);
    }
    List<Cell> known = cells.stream().map(cell -> cell(cell, groups)).toList();
    double[] largest = new double[resampling.replicates()];
    SplittableRandom random = new SplittableRandom(resampling.seed());
    double[] multipliers = new double[next];
    for (int b = 0; b < largest.length; b++) {
      for (int g = 0; g < next; g++) {
        multipliers[g] = random.nextGaussian();
      }
      for (Cell cell : known) {
        largest[b] = Math.max(largest[b], cell.deviation(multipliers));
      }
    }
    Arrays.sort(largest);
    long alike = known.stream().filter(Cell::alike).count();
    double level = resampling.level() + resampling.alpha() * alike / Math.max(1, known.size());
    int rank = (int) Math.ceil(level * (largest.length + 1));
    double normal = largest[Math.min(largest.length, rank) - 1];
    double tail = new NormalDistribution(null, 0, 1).cumulativeProbability(-normal);
    List<Band> bands = new ArrayList<>();
    for (Cell cell : known) {
      int n = cell.groups.length;
      if (cell.alike()) {
        bands.add(without(cell.mean, range, resampling.alpha() / known.size(), n));
        continue;
      }
      double wide = -Deviates.student(n - 1, Math.max(tail, 1e-12));
      bands.add(
          new Band(cell.mean, cell.mean - wide * cell.error, cell.mean + wide * cell.error, n));
    }
    return bands;
  }

  private static Band without(double mean, Range range, double alpha, int groups) {
    Interval bound = Intervals.withoutVariation(mean, range, alpha, groups, groups);
    return new Band(
        mean, bound.low().orElse(range.low()), bound.high().orElse(range.high()), groups);
  }

  private static Cell cell(List<Observation> rows, Map<String, Integer> numbers) {
    double mean = rows.stream().mapToDouble(Observation::value).sorted().sum() / rows.size();
    TreeMap<Integer, Double> influence = new TreeMap<>();
    rows.forEach(
        row ->
            influence.merge(
                numbers.get(row.groupId()), (row.value() - mean) / rows.size(), Double::sum));
    int n = influence.size();
    if (n < 2) {
      throw new IllegalArgumentException("A cell has two groups at least, got " + n);
    }
    double squares = influence.values().stream().mapToDouble(value -> value * value).sum();
    return new Cell(
        mean,
        Math.sqrt(squares * n / (n - 1.0)),
        Math.sqrt(squares),
        influence.keySet().stream().mapToInt(Integer::intValue).toArray(),
        influence.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  @SuppressWarnings("ArrayRecordComponent") // columns, never compared
  private record Cell(double mean, double error, double scale, int[] groups, double[] influence) {
    /** Whether its groups do not differ. */
    boolean alike() {
      return scale < 1e-12;
    }

    double deviation(double[] multipliers) {
      double sum = 0;
      for (int i = 0; i < groups.length; i++) {
        sum += multipliers[groups[i]] * influence[i];
      }
      return scale > 0 ? Math.abs(sum) / scale : 0;
    }
  }
}
