package dev.assay.grammar.modular;

import dev.assay.grammar.modular.SideContrast.Measured;
import dev.assay.stats.Difference;
import dev.assay.stats.Interval;
import dev.assay.stats.IntervalMethod;
import dev.assay.stats.Jackknife;
import dev.assay.stats.Observation;
import dev.assay.stats.PairedDifferences;
import dev.assay.stats.Range;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/**
 * Accuracy and robustness of a system by side of a hypothesis, with intervals over groups, and how
 * two sides differ. Source: GRAMMAR, equations 1 and 2, Tables 2 and 3.
 */
public final class Sides {
  /** From so many groups on there is nothing that a bootstrap would add. */
  private static final int MANY = 2000;

  private static final int PARTS = 40;

  /** The name of the interval of the difference of two sides that were not asked the same. */
  public static final String UNPAIRED = "none: the sides may have been asked of different groups";

  /** Why a difference has no interval where a side's own spread cannot be seen. */
  private static final String FEW = "too few groups on a side";

  private final List<SideCounts> counts;
  private final Sampling sampling;
  private final Isolation isolation;
  private final Resampling resampling;
  private final IntervalMethod method;

  private Sides(
      List<SideCounts> counts,
      Sampling sampling,
      Isolation isolation,
      Resampling resampling,
      IntervalMethod method) {
    this.counts = counts;
    this.sampling = sampling;
    this.isolation = isolation;
    this.resampling = resampling;
    this.method = method;
  }

  /**
   * @param all of one system; groups of any kind
   * @param method of intervals; with more than {@value #MANY} groups it is linearisation
   */
  public static Sides of(
      List<SideCounts> all,
      Sampling sampling,
      Isolation isolation,
      Resampling resampling,
      IntervalMethod method) {
    List<SideCounts> seen =
        all.stream()
            .filter(side -> isolation.n(side) > 0)
            .sorted(Comparator.comparing(SideCounts::group).thenComparing(SideCounts::side))
            .toList();
    if (sampling == Sampling.STRATIFIED) {
      Set<String> sides = new HashSet<>();
      Map<String, Integer> asked = new HashMap<>();
      seen.forEach(side -> sides.add(side.side()));
      seen.forEach(side -> asked.merge(side.group(), 1, Integer::sum));
      seen = seen.stream().filter(side -> asked.get(side.group()) == sides.size()).toList();
    }
    return new Sides(seen, sampling, isolation, resampling, method);
  }

  /** The figures of each side in the order of their names; those that nothing is left of aside. */
  public List<SideFigures> figures() {
    Map<String, List<SideCounts>> sides = new TreeMap<>();
    counts.forEach(c -> sides.computeIfAbsent(c.side(), side -> new ArrayList<>()).add(c));
    List<SideFigures> figures = new ArrayList<>();
    sides.forEach((side, of) -> figures.add(figures(side, of)));
    return figures;
  }

  private SideFigures figures(String side, List<SideCounts> of) {
    List<SideCounts> open = of.stream().filter(c -> !c.gap()).toList();
    double weight = of.stream().mapToDouble(this::weight).sum();
    double gaps = of.stream().filter(SideCounts::gap).mapToDouble(this::weight).sum();
    return new SideFigures(
        side,
        interval(of).orElseThrow(),
        interval(open),
        gaps / weight,
        of.stream().mapToLong(isolation::n).sum(),
        of.size(),
        of.size() - open.size());
  }

  /** How side {@code a} differs from side {@code b}; empty where one of them has nothing left. */
  public Optional<SideContrast> contrast(String a, String b, Measured measured) {
    List<SideCounts> first = of(a, measured);
    List<SideCounts> second = of(b, measured);
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    if (sampling == Sampling.AS_ASKED) {
      return Optional.of(
          new SideContrast(
              a, b, measured, difference(first, second), OptionalDouble.empty(), UNPAIRED));
    }
    return PairedDifferences.compare(
            observations(first),
            observations(second),
            Range.SHARE,
            resampling,
            method(first.size()))
        .map(difference -> contrast(a, b, measured, difference, first, second));
  }

  private SideContrast contrast(
      String a,
      String b,
      Measured measured,
      Difference found,
      List<SideCounts> first,
      List<SideCounts> second) {
    Interval d = found.difference();
    Interval counted =
        new Interval(
            d.estimate(), d.low(), d.high(), d.method(), n(first) + n(second), d.nGroups());
    return new SideContrast(a, b, measured, counted, found.pValue(), found.test());
  }

  private List<SideCounts> of(String side, Measured measured) {
    return counts.stream()
        .filter(c -> c.side().equals(side) && (measured == Measured.ACCURACY || !c.gap()))
        .toList();
  }

  /**
   * Of estimates over different answers, without each of a number of parts of the groups. A side
   * that has groups in one part alone would seem to have no spread: then there are no limits.
   */
  private Interval difference(List<SideCounts> first, List<SideCounts> second) {
    List<String> groups =
        java.util.stream.Stream.concat(first.stream(), second.stream())
            .map(SideCounts::group)
            .distinct()
            .sorted()
            .toList();
    int parts = Math.min(PARTS, groups.size());
    Map<String, Integer> part = new HashMap<>();
    for (int g = 0; g < groups.size(); g++) {
      part.put(groups.get(g), g % parts);
    }
    double estimate = mean(first).orElseThrow() - mean(second).orElseThrow();
    double[] without = new double[parts];
    for (int p = 0; p < parts; p++) {
      int left = p;
      OptionalDouble a = mean(first.stream().filter(c -> part.get(c.group()) != left).toList());
      OptionalDouble b = mean(second.stream().filter(c -> part.get(c.group()) != left).toList());
      if (a.isEmpty() || b.isEmpty()) {
        return Interval.without(estimate, FEW, n(first) + n(second), groups.size());
      }
      without[p] = a.getAsDouble() - b.getAsDouble();
    }
    return Jackknife.interval(
        estimate,
        without,
        Range.SHARE.ofDifferences(),
        resampling.level(),
        n(first) + n(second),
        groups.size());
  }

  private int n(List<SideCounts> of) {
    return Math.toIntExact(of.stream().mapToLong(isolation::n).sum());
  }

  private OptionalDouble mean(List<SideCounts> of) {
    double weight = 0;
    double total = 0;
    for (SideCounts c : of) {
      weight += weight(c);
      total += weight(c) * share(c);
    }
    return weight == 0 ? OptionalDouble.empty() : OptionalDouble.of(total / weight);
  }

  private Optional<Interval> interval(List<SideCounts> of) {
    return method(of.size())
        .interval(observations(of), Range.SHARE, resampling)
        .map(i -> new Interval(i.estimate(), i.low(), i.high(), i.method(), n(of), i.nGroups()));
  }

  private IntervalMethod method(int groups) {
    return groups > MANY ? IntervalMethod.LINEARISED : method;
  }

  private List<Observation> observations(List<SideCounts> of) {
    return of.stream().map(c -> new Observation(c.group(), "", share(c), weight(c))).toList();
  }

  private double weight(SideCounts side) {
    return sampling == Sampling.STRATIFIED ? 1 : isolation.n(side);
  }

  private double share(SideCounts side) {
    return side.correct() / (double) isolation.n(side);
  }
}
