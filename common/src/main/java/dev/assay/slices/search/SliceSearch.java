package dev.assay.slices.search;

import dev.assay.base.Rounding;
import dev.assay.slices.search.Candidates.Candidate;
import dev.assay.stats.Resampling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the slices in which metrics are worse, by conjunctions of conditions. Every slice of every
 * metric is compared with the worst of all of them when the groups' values are dealt anew to the
 * groups' attributes (single-step maxT, Westfall and Young 1993): the chance of any false finding
 * is at most 1 − level, however slices overlap and metrics agree, since a deal moves all metrics of
 * a group together. So is the expected share of false ones among what is found.
 *
 * @param found the most certain first, one for each cause
 * @param slices how many were looked at
 * @param left how many more there were than {@link SearchRules#mostSlices}
 * @param deals how many times values were dealt
 */
public record SliceSearch(List<WeakSlice> found, int slices, int left, int deals) {
  /** Additions that a search may take; with more groups values are dealt less often. */
  private static final long BUDGET = 400_000_000L;

  /**
   * How many deals at the least may be as bad as a slice that is found. With fewer deals and many
   * families no slice, however bad, would have a p-value under the error rate.
   */
  private static final double DECIDING = 5;

  /** What {@link #DECIDING} asks for at most: enough for a thousand families at 5 %. */
  private static final long MOST_DEALS = 100_000;

  /** Standard errors under which a part of a slice is no worse than the rest of it. */
  private static final double APART = 2;

  public SliceSearch {
    found = List.copyOf(found);
  }

  /**
   * @param metrics those to look at; a unit may lack some
   * @param families how many such searches share the level, such as one a system
   */
  public static SliceSearch of(
      List<Unit> units,
      Collection<String> metrics,
      SearchRules rules,
      int families,
      Resampling resampling) {
    List<Unit> sorted = units.stream().sorted(Comparator.comparing(Unit::id)).toList();
    Candidates candidates = Candidates.of(sorted, rules);
    List<String> names = List.copyOf(new TreeSet<>(metrics));
    List<Spread> spreads = names.stream().map(name -> new Spread(sorted, name)).toList();
    int[][] members =
        candidates.slices().stream()
            .map(slice -> slice.members().stream().toArray())
            .toArray(int[][]::new);
    long work = Arrays.stream(members).mapToLong(of -> of.length).sum() * names.size();
    int deals =
        (int)
            Math.max(
                Math.min(least(families, resampling.alpha()), MOST_DEALS),
                Math.min(resampling.replicates(), Math.max(199, BUDGET / Math.max(1, work))));
    if (members.length == 0 || names.isEmpty()) {
      return new SliceSearch(List.of(), members.length, candidates.left(), 0);
    }
    int[] itself = IntStream.range(0, sorted.size()).toArray();
    List<int[]> tested = new ArrayList<>();
    for (int m = 0; m < names.size(); m++) {
      for (int s = 0; s < members.length; s++) {
        int inside = spreads.get(m).count(members[s]);
        if (inside >= rules.minGroups() && spreads.get(m).count() - inside >= rules.minGroups()) {
          tested.add(new int[] {m, s});
        }
      }
    }
    double[] worst = new double[deals];
    SplittableRandom random = new SplittableRandom(resampling.seed());
    int[] place = itself.clone();
    for (int b = 0; b < deals; b++) {
      shuffle(place, random);
      for (int[] test : tested) {
        worst[b] = Math.max(worst[b], spreads.get(test[0]).statistic(members[test[1]], place));
      }
    }
    Arrays.sort(worst);
    List<Past> past = new ArrayList<>();
    for (int[] test : tested) {
      double statistic = spreads.get(test[0]).statistic(members[test[1]], itself);
      double p = Math.min(1, families * (1.0 + atLeast(worst, statistic)) / (1.0 + deals));
      if (statistic > 0 && p <= resampling.alpha()) {
        past.add(
            new Past(test[0], candidates.slices().get(test[1]), Rounding.toNano(statistic), p));
      }
    }
    double bar = past.stream().mapToDouble(Past::statistic).min().orElse(0);
    List<WeakSlice> found = new ArrayList<>();
    for (int m = 0; m < names.size(); m++) {
      int metric = m;
      Spread spread = spreads.get(m);
      found.addAll(
          new Causes(sorted, spread, itself, bar, rules.minGroups())
              .of(names.get(m), past.stream().filter(one -> one.metric() == metric).toList()));
    }
    found.sort(
        Comparator.comparingDouble((WeakSlice one) -> -one.statistic())
            .thenComparing(WeakSlice::metric)
            .thenComparing(one -> String.join(" ", one.conditions())));
    return new SliceSearch(found, members.length, candidates.left(), deals);
  }

  /** Whether a search may find anything at all, however bad a slice is. */
  public static boolean mayFind(int families, double alpha) {
    return families / (1.0 + Math.min(least(families, alpha), MOST_DEALS)) <= alpha;
  }

  private static long least(int families, double alpha) {
    return (long) Math.ceil(DECIDING * families / alpha);
  }

  private static int atLeast(double[] ascending, double statistic) {
    int below = 0;
    double slack = 1e-9 * Math.abs(statistic);
    while (below < ascending.length && ascending[below] < statistic - slack) {
      below++;
    }
    return ascending.length - below;
  }

  private static void shuffle(int[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = values[i];
      values[i] = values[j];
      values[j] = swapped;
    }
  }

  /** A slice past the bar. */
  private record Past(int metric, Candidate slice, double statistic, double p) {}

  /** One slice for each cause: what is worse only because of another is folded into it. */
  private record Causes(List<Unit> units, Spread spread, int[] itself, double bar, int minGroups) {

    List<WeakSlice> of(String metric, List<Past> past) {
      List<Past> open =
          new ArrayList<>(
              past.stream()
                  .sorted(
                      Comparator.comparingDouble((Past one) -> -one.statistic())
                          .thenComparingInt(one -> one.slice().conditions().size())
                          .thenComparing(one -> one.slice().name()))
                  .toList());
      BitSet explained = new BitSet();
      List<WeakSlice> found = new ArrayList<>();
      while (!open.isEmpty()) {
        Past next = simplest(open.get(0), open);
        explained.or(next.slice().members());
        int before = open.size();
        open.removeIf(one -> one == next || !remains(one.slice().members(), explained));
        found.add(
            new WeakSlice(
                metric,
                next.slice().conditions(),
                next.slice().members().stream()
                    .filter(i -> units.get(i).measured().containsKey(metric))
                    .mapToObj(i -> units.get(i).id())
                    .toList(),
                next.statistic(),
                next.p(),
                before - open.size() - 1));
      }
      return found;
    }

    /** The widest slice around {@code one} in which it is not worse than the rest of it. */
    private Past simplest(Past one, List<Past> open) {
      return open.stream()
          .filter(wide -> wide != one)
          .filter(wide -> one.slice().conditions().containsAll(wide.slice().conditions()))
          .filter(
              wide ->
                  spread.statistic(
                          one.slice().members().stream().toArray(),
                          wide.slice().members().stream().toArray(),
                          itself)
                      < APART)
          .min(
              Comparator.comparingInt((Past wide) -> wide.slice().conditions().size())
                  .thenComparingDouble(wide -> -wide.statistic())
                  .thenComparing(wide -> wide.slice().name()))
          .orElse(one);
    }

    /** Whether {@code members} are still worse once what is explained is left out. */
    private boolean remains(BitSet members, BitSet explained) {
      BitSet rest = (BitSet) members.clone();
      rest.andNot(explained);
      BitSet all = new BitSet();
      all.set(0, units.size());
      all.andNot(explained);
      int[] inside = rest.stream().toArray();
      return spread.count(inside) >= minGroups
          && spread.statistic(inside, all.stream().toArray(), itself) >= bar;
    }
  }
}
