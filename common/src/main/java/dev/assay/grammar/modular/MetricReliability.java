package dev.assay.grammar.modular;

import dev.assay.stats.Interval;
import dev.assay.stats.Intervals;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * What a metric that knows no truth is worth against a database's: of the answers that it passes,
 * the share that is correct, and of the correct ones, the share that it passes. Low precision is
 * optimism, low recall cynicism. Source: GRAMMAR, Table 1.
 *
 * @param precision empty where it passes none
 * @param recall empty where none is correct
 */
public record MetricReliability(
    long n,
    long correct,
    long passed,
    long both,
    Optional<Interval> precision,
    Optional<Interval> recall) {
  /** The interval's name. */
  public static final String METHOD = "Wilson on the effective number of answers, by group";

  /** Answers of a group that the metric and the database both speak of. */
  public record Cell(long n, long correct, long passed, long both) implements Serializable {}

  /** Over groups. */
  public static MetricReliability of(List<Cell> cells, double level) {
    return new MetricReliability(
        cells.stream().mapToLong(Cell::n).sum(),
        cells.stream().mapToLong(Cell::correct).sum(),
        cells.stream().mapToLong(Cell::passed).sum(),
        cells.stream().mapToLong(Cell::both).sum(),
        share(cells.stream().map(c -> new long[] {c.passed(), c.both()}).toList(), level),
        share(cells.stream().map(c -> new long[] {c.correct(), c.both()}).toList(), level));
  }

  /**
   * The share Σ hits / Σ trials. Answers of one group depend on each other: n is what independent
   * answers would have the same variance; where the share is 0 or 1 it is the number of groups.
   */
  private static Optional<Interval> share(List<long[]> groups, double level) {
    double trials = 0;
    double hits = 0;
    int count = 0;
    for (long[] group : groups) {
      trials += group[0];
      hits += group[1];
      count += group[0] > 0 ? 1 : 0;
    }
    if (trials == 0) {
      return Optional.empty();
    }
    double share = hits / trials;
    double squares = 0;
    for (long[] group : groups) {
      double residual = group[1] - share * group[0];
      squares += residual * residual;
    }
    double effective = count;
    if (count > 1 && share > 0 && share < 1) {
      double variance = squares / (trials * trials) * count / (count - 1.0);
      effective = variance == 0 ? count : share * (1 - share) / variance;
    }
    effective = Math.max(1, Math.min(trials, effective));
    double[] limits = Intervals.wilson(share * effective, effective, level);
    return Optional.of(
        Interval.of(
            share,
            Math.min(share, limits[0]),
            Math.max(share, limits[1]),
            METHOD,
            (int) Math.min(Integer.MAX_VALUE, (long) trials),
            count));
  }
}
