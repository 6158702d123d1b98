package dev.assay.clustering;

import dev.assay.stats.Transport;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which clusters of a new fit are those of the one before. They are matched so that the sum of
 * their overlaps is largest; a match holds where the two share at least half of the chunks that
 * either has (Jaccard ≥ ½, among chunks that both fits placed), so a cluster that fell apart or was
 * swallowed passes its name to no one else. Noise stays noise.
 */
public final class Renaming {
  private static final double SAME = 0.5;

  private Renaming() {}

  /**
   * A number for each new label. Matched ones take the old number; the others take unused ones from
   * {@code next} on, in the order of their labels.
   *
   * @param labels the new labels, noise left out
   * @param shared chunks by old number and new label, noise left out; counts above 0
   * @param next the first number that was never used
   */
  public static SortedMap<Integer, Integer> of(
      SortedSet<Integer> labels, SortedMap<Integer, SortedMap<Integer, Long>> shared, int next) {
    Integer[] fresh = labels.toArray(Integer[]::new);
    Integer[] old = new TreeSet<>(shared.keySet()).toArray(Integer[]::new);
    double[][] overlap = new double[fresh.length][old.length];
    for (int f = 0; f < fresh.length; f++) {
      for (int o = 0; o < old.length; o++) {
        overlap[f][o] = jaccard(shared, old[o], fresh[f]);
      }
    }
    int[] match = Transport.pairs(overlap);
    SortedMap<Integer, Integer> names = new TreeMap<>();
    int unused = next;
    for (int f = 0; f < fresh.length; f++) {
      boolean same = match[f] >= 0 && overlap[f][match[f]] >= SAME;
      names.put(fresh[f], same ? old[match[f]] : unused++);
    }
    return names;
  }

  private static double jaccard(
      SortedMap<Integer, SortedMap<Integer, Long>> shared, int old, int fresh) {
    long both = shared.get(old).getOrDefault(fresh, 0L);
    long either = shared.get(old).values().stream().mapToLong(x -> x).sum() - both;
    for (SortedMap<Integer, Long> row : shared.values()) {
      either += row.getOrDefault(fresh, 0L);
    }
    return either == 0 ? 0 : (double) both / either;
  }
}
