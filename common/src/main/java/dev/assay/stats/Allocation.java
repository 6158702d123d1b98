package dev.assay.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How many units each stratum gives to a sample of a given size. */
public final class Allocation {
  private Allocation() {}

  /**
   * In proportion to the strata's sizes, by largest remainder (equal remainders: the larger
   * stratum, then the smaller number); at least one of each stratum where {@code size} allows.
   * Never more than a stratum has; the whole population where {@code size} exceeds it.
   */
  public static SortedMap<Integer, Integer> proportional(SortedMap<Integer, Long> sizes, int size) {
    long population = sizes.values().stream().mapToLong(Long::longValue).sum();
    int total = (int) Math.min(size, population);
    int floor = total >= sizes.size() ? 1 : 0;
    SortedMap<Integer, Integer> shares = new TreeMap<>();
    sizes.forEach((id, n) -> shares.put(id, Math.max(floor, (int) (total * n / population))));
    List<Integer> byRemainder = new ArrayList<>(sizes.keySet());
    byRemainder.sort(
        Comparator.<Integer>comparingLong(id -> -(total * sizes.get(id) % population))
            .thenComparingLong(id -> -sizes.get(id))
            .thenComparing(id -> id));
    int missing = total - sum(shares);
    for (int i = 0; missing > 0; i = (i + 1) % byRemainder.size()) {
      int id = byRemainder.get(i);
      if (shares.get(id) < sizes.get(id)) {
        shares.merge(id, 1, Integer::sum);
        missing--;
      }
    }
    for (; missing < 0; missing++) {
      int largest =
          shares.entrySet().stream()
              .max(
                  Map.Entry.<Integer, Integer>comparingByValue()
                      .thenComparing(Map.Entry.<Integer, Integer>comparingByKey()))
              .orElseThrow()
              .getKey();
      shares.merge(largest, -1, Integer::sum);
    }
    return shares;
  }

  /** The same for every stratum; what a small one cannot give, the others share. */
  public static SortedMap<Integer, Integer> equal(SortedMap<Integer, Long> sizes, int size) {
    SortedMap<Integer, Integer> shares = new TreeMap<>();
    sizes.keySet().forEach(id -> shares.put(id, 0));
    long population = sizes.values().stream().mapToLong(Long::longValue).sum();
    long left = Math.min(size, population);
    while (left > 0) {
      for (Map.Entry<Integer, Long> stratum : sizes.entrySet()) {
        if (left > 0 && shares.get(stratum.getKey()) < stratum.getValue()) {
          shares.merge(stratum.getKey(), 1, Integer::sum);
          left--;
        }
      }
    }
    return shares;
  }

  private static int sum(SortedMap<Integer, Integer> shares) {
    return shares.values().stream().mapToInt(Integer::intValue).sum();
  }
}
