package dev.assay.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Groups in their strata, ready to be resampled: Rao–Wu rescaling with n − 1 draws in a stratum of
 * n groups (Rao, Wu and Yue 1992, Survey Methodology 18), which is right from two groups a stratum
 * on, where the plain stratified bootstrap is far too narrow.
 *
 * <p>Strata with one group have no variance of their own and are collapsed: in the order of their
 * names, two at a time, the last three together when their number is odd; a lone one joins the
 * stratum with the fewest groups (the first by name among equals). Collapsing makes intervals
 * wider, never narrower.
 */
final class Design {
  private final List<int[]> strata = new ArrayList<>();
  private final int groups;

  /** A design of groups numbered in the order of {@code stratumOfGroup}. */
  Design(List<String> stratumOfGroup) {
    groups = stratumOfGroup.size();
    SortedMap<String, List<Integer>> members = new TreeMap<>();
    for (int g = 0; g < groups; g++) {
      members.computeIfAbsent(stratumOfGroup.get(g), name -> new ArrayList<>()).add(g);
    }
    List<Integer> alone =
        members.values().stream().filter(m -> m.size() == 1).map(m -> m.get(0)).toList();
    List<List<Integer>> whole =
        new ArrayList<>(members.values().stream().filter(m -> m.size() > 1).toList());
    collapse(alone, whole);
    whole.forEach(m -> strata.add(m.stream().mapToInt(Integer::intValue).toArray()));
  }

  private static void collapse(List<Integer> alone, List<List<Integer>> whole) {
    if (alone.size() == 1 && !whole.isEmpty()) {
      whole.stream().min(Comparator.comparingInt(List::size)).orElseThrow().add(alone.get(0));
      return;
    }
    for (int i = 0; i + 1 < alone.size(); i += 2) {
      int end = i + 3 == alone.size() ? i + 3 : i + 2;
      whole.add(new ArrayList<>(alone.subList(i, end)));
    }
  }

  /** Groups less strata, at least 1 when there are two groups. */
  int degreesOfFreedom() {
    return groups - strata.size();
  }

  /** Fills {@code factors} with one replicate: what each group's weight is multiplied by. */
  void draw(SplittableRandom random, double[] factors) {
    for (int[] stratum : strata) {
      int n = stratum.length;
      for (int g : stratum) {
        factors[g] = 0;
      }
      for (int k = 1; k < n; k++) {
        factors[stratum[random.nextInt(n)]] += n / (n - 1.0);
      }
    }
  }

  int groups() {
    return groups;
  }
}
