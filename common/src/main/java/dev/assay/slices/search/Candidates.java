package dev.assay.slices.search;

import dev.assay.slices.SliceName;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Slices by one condition, then by two, then by three, each of which has groups enough and others
 * than the slices that it narrows (a priori: what a pair has too few of, no triple has enough of).
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

    /** Both; null where they name one key twice or are no prefix and next condition. */
    private Candidate and(Candidate one) {
      String last = conditions.get(conditions.size() - 1);
      String next = one.conditions.get(0);
      if (next.compareTo(last) <= 0
          || conditions.stream().anyMatch(condition -> key(condition).equals(key(next)))) {
        return null;
      }
      List<String> both = new ArrayList<>(conditions);
      both.add(next);
      BitSet common = (BitSet) members.clone();
      common.and(one.members);
      return new Candidate(List.copyOf(both), common);
    }
  }

  static Candidates of(List<Unit> units, SearchRules rules) {
    List<Candidate> singles = singles(units, rules);
    List<Candidate> all = new ArrayList<>(singles);
    List<Candidate> level = singles;
    for (int depth = 2; depth <= rules.conditions() && all.size() < rules.mostSlices(); depth++) {
      List<Candidate> next = new ArrayList<>();
      for (Candidate wide : level) {
        for (Candidate one : singles) {
          Candidate both = wide.and(one);
          if (both != null && enough(both, units.size(), rules) && narrower(both, wide, one)) {
            next.add(both);
          }
        }
      }
      next.sort(ORDER);
      all.addAll(next);
      level = next;
    }
    int kept = Math.min(all.size(), rules.mostSlices());
    return new Candidates(List.copyOf(all.subList(0, kept)), all.size() - kept);
  }

  private static final Comparator<Candidate> ORDER =
      Comparator.comparingInt((Candidate one) -> -one.members.cardinality())
          .thenComparing(Candidate::name);

  private static boolean narrower(Candidate both, Candidate wide, Candidate one) {
    int size = both.members.cardinality();
    return size < wide.members.cardinality() && size < one.members.cardinality();
  }

  private static boolean enough(Candidate one, int units, SearchRules rules) {
    int size = one.members.cardinality();
    return size >= rules.minGroups() && units - size >= rules.minGroups();
  }

  private static List<Candidate> singles(List<Unit> units, SearchRules rules) {
    Map<String, BitSet> members = new TreeMap<>();
    Map<String, double[]> cuts = cuts(units, rules.bins());
    for (int i = 0; i < units.size(); i++) {
      int unit = i;
      units
          .get(i)
          .labels()
          .forEach(
              (key, value) ->
                  members.computeIfAbsent(key + "=" + value, c -> new BitSet()).set(unit));
      units
          .get(i)
          .numbers()
          .forEach(
              (key, value) ->
                  members
                      .computeIfAbsent(key + "=" + range(cuts.get(key), value), c -> new BitSet())
                      .set(unit));
    }
    List<Candidate> singles = new ArrayList<>();
    members.forEach((condition, of) -> singles.add(new Candidate(List.of(condition), of)));
    singles.removeIf(one -> !enough(one, units.size(), rules));
    singles.sort(ORDER);
    return singles;
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
