package dev.assay.slices.search;

import dev.assay.slices.SliceName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Slices by one condition, then by two, then by three, each of which has groups enough and others
 * than the slices that it narrows (a priori: what a pair has too few of, no triple has enough of).
 * Of a level no more are kept than are looked at.
 *
 * @param slices those with fewer conditions first
 * @param left how many more there were than are looked at
 */
record Candidates(List<Candidate> slices, int left) {

  /**
   * A slice.
   *
   * @param conditions {@code key=value}, sorted
   * @param members the units in it
   */
  record Candidate(List<String> conditions, BitSet members) {
    String name() {
      return String.join(SliceName.JOINED, conditions);
    }

    private static String key(String condition) {
      return condition.substring(0, condition.indexOf('='));
    }

    /** Whether {@code one} is the next condition, of a key that is not among these. */
    private boolean takes(Candidate one) {
      String last = conditions.get(conditions.size() - 1);
      String next = one.conditions.get(0);
      return next.compareTo(last) > 0
          && conditions.stream().noneMatch(condition -> key(condition).equals(key(next)));
    }

    private List<String> with(Candidate one) {
      List<String> both = new ArrayList<>(conditions);
      both.add(one.conditions.get(0));
      return List.copyOf(both);
    }
  }

  static Candidates of(List<Unit> units, SearchRules rules) {
    List<Sized> singles = singles(units, rules);
    List<Candidate> all = new ArrayList<>();
    singles.forEach(one -> all.add(one.candidate()));
    List<Sized> level = singles;
    int left = 0;
    for (int depth = 2; depth <= rules.conditions() && all.size() < rules.mostSlices(); depth++) {
      Best next = new Best(rules.mostSlices() - all.size());
      BitSet common = new BitSet(units.size());
      for (Sized wide : level) {
        for (Sized one : singles) {
          if (wide.candidate().takes(one.candidate())) {
            common.clear();
            common.or(wide.candidate().members());
            common.and(one.candidate().members());
            int size = common.cardinality();
            if (enough(size, units.size(), rules) && size < wide.size() && size < one.size()) {
              next.offer(wide.candidate().with(one.candidate()), common, size);
            }
          }
        }
      }
      level = next.sorted();
      level.forEach(one -> all.add(one.candidate()));
      left += next.left;
    }
    int kept = Math.min(all.size(), rules.mostSlices());
    return new Candidates(List.copyOf(all.subList(0, kept)), left + all.size() - kept);
  }

  /** A slice with the number of its units. */
  private record Sized(Candidate candidate, int size) {}

  private static final Comparator<Sized> ORDER =
      Comparator.comparingInt((Sized one) -> -one.size())
          .thenComparing(one -> one.candidate().name());

  /** The first by {@link #ORDER} of what is offered, at most {@code most}. */
  private static final class Best {
    private final int most;
    private final PriorityQueue<Sized> kept = new PriorityQueue<>(ORDER.reversed());
    private int left;

    Best(int most) {
      this.most = most;
    }

    /**
     * @param scratch its members, which are copied where it is kept
     */
    void offer(List<String> conditions, BitSet scratch, int size) {
      if (kept.size() == most) {
        left++;
        if (ORDER.compare(new Sized(new Candidate(conditions, scratch), size), kept.peek()) >= 0) {
          return;
        }
        kept.poll();
      }
      kept.add(new Sized(new Candidate(conditions, (BitSet) scratch.clone()), size));
    }

    List<Sized> sorted() {
      return kept.stream().sorted(ORDER).toList();
    }
  }

  private static boolean enough(int size, int units, SearchRules rules) {
    return size >= rules.minGroups() && units - size >= rules.minGroups();
  }

  /** Conditions with groups enough; values are counted first, since most of them have few. */
  private static List<Sized> singles(List<Unit> units, SearchRules rules) {
    Map<String, double[]> cuts = cuts(units, rules.bins());
    Map<String, Integer> counts = new HashMap<>();
    units.forEach(
        unit -> conditions(unit, cuts, condition -> counts.merge(condition, 1, Integer::sum)));
    Map<String, BitSet> members = new TreeMap<>();
    counts.forEach(
        (condition, size) -> {
          if (enough(size, units.size(), rules)) {
            members.put(condition, new BitSet(units.size()));
          }
        });
    for (int i = 0; i < units.size(); i++) {
      int unit = i;
      conditions(
          units.get(i),
          cuts,
          condition -> {
            BitSet of = members.get(condition);
            if (of != null) {
              of.set(unit);
            }
          });
    }
    return members.entrySet().stream()
        .map(
            of ->
                new Sized(
                    new Candidate(List.of(of.getKey()), of.getValue()),
                    of.getValue().cardinality()))
        .sorted(ORDER)
        .toList();
  }

  private static void conditions(Unit unit, Map<String, double[]> cuts, Consumer<String> to) {
    unit.labels().forEach((key, value) -> to.accept(key + "=" + value));
    unit.numbers().forEach((key, value) -> to.accept(key + "=" + range(cuts.get(key), value)));
  }

  /** Upper ends of the parts of each attribute of numbers, the last without end. */
  private static Map<String, double[]> cuts(List<Unit> units, int bins) {
    Map<String, List<Double>> values = new TreeMap<>();
    units.forEach(
        unit ->
            unit.numbers()
                .forEach(
                    (key, value) ->
                        values.computeIfAbsent(key, k -> new ArrayList<>()).add(value)));
    Map<String, double[]> cuts = new TreeMap<>();
    values.forEach(
        (key, of) -> {
          double[] sorted = of.stream().mapToDouble(Double::doubleValue).sorted().toArray();
          TreeSet<Double> ends = new TreeSet<>();
          for (int b = 1; b < bins; b++) {
            ends.add(sorted[(int) Math.ceil(b * sorted.length / (double) bins) - 1]);
          }
          ends.remove(sorted[sorted.length - 1]);
          cuts.put(key, ends.stream().mapToDouble(Double::doubleValue).toArray());
        });
    return cuts;
  }

  private static String range(double[] cuts, double value) {
    int at = (int) Arrays.stream(cuts).filter(cut -> value > cut).count();
    if (cuts.length == 0) {
      return "any";
    }
    return at == 0
        ? "at most " + plain(cuts[0])
        : at == cuts.length
            ? "over " + plain(cuts[at - 1])
            : "over " + plain(cuts[at - 1]) + " to " + plain(cuts[at]);
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }
}
