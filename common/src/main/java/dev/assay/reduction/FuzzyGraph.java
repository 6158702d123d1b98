package dev.assay.reduction;

import java.util.Arrays;

/**
 * The symmetric graph of memberships: a + b − ab, where a and b are the strengths in the two
 * directions (McInnes et al. 2018, section 3.1: fuzzy union by the probabilistic t-conorm). Both
 * directions of an edge are listed, by head, then tail.
 *
 * @param size number of points
 * @param head where an edge starts
 * @param tail where it ends
 * @param weight in (0, 1]
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FuzzyGraph(int size, int[] head, int[] tail, float[] weight) {

  /** The graph over all points' nearest others. */
  static FuzzyGraph of(Neighbours neighbours) {
    int n = neighbours.size();
    double total = 0;
    long count = n;
    for (float[] distances : neighbours.distance()) {
      for (float distance : distances) {
        total += distance;
      }
      count += distances.length;
    }
    Rows rows = new Rows(n, neighbours);
    for (int i = 0; i < n; i++) {
      float[] distances = neighbours.distance()[i];
      Kernel kernel = Kernel.of(distances, distances.length + 1, true, total / count);
      for (int j = 0; j < distances.length; j++) {
        rows.put(i, neighbours.index()[i][j], kernel.strength(distances[j]));
      }
    }
    return rows.graph();
  }

  /** The edges that are drawn at least once in this many epochs. */
  FuzzyGraph drawnIn(int epochs) {
    float strongest = 0;
    for (float w : weight) {
      strongest = Math.max(strongest, w);
    }
    float least = strongest / epochs;
    int[] kept = new int[weight.length];
    int count = 0;
    for (int e = 0; e < weight.length; e++) {
      if (weight[e] >= least) {
        kept[count++] = e;
      }
    }
    FuzzyGraph graph = new FuzzyGraph(size, new int[count], new int[count], new float[count]);
    for (int e = 0; e < count; e++) {
      graph.head[e] = head[kept[e]];
      graph.tail[e] = tail[kept[e]];
      graph.weight[e] = weight[kept[e]];
    }
    return graph;
  }

  /** Whether every point can be reached from the first. */
  boolean connected() {
    int[] first = new int[size + 1];
    for (int h : head) {
      first[h + 1]++;
    }
    for (int i = 0; i < size; i++) {
      first[i + 1] += first[i];
    }
    boolean[] seen = new boolean[size];
    int[] waiting = new int[size];
    int end = 0;
    seen[0] = true;
    waiting[end++] = 0;
    for (int next = 0; next < end; next++) {
      for (int e = first[waiting[next]]; e < first[waiting[next] + 1]; e++) {
        if (!seen[tail[e]]) {
          seen[tail[e]] = true;
          waiting[end++] = tail[e];
        }
      }
    }
    return end == size;
  }

  /** Strengths by row: those of a point's own neighbours and those that others give it. */
  private static final class Rows {
    private final int[][] other;
    private final double[][] forth;
    private final double[][] back;
    private final int[] used;

    Rows(int n, Neighbours neighbours) {
      int[] width = new int[n];
      for (int i = 0; i < n; i++) {
        width[i] += neighbours.index()[i].length;
        for (int j : neighbours.index()[i]) {
          width[j]++;
        }
      }
      other = new int[n][];
      forth = new double[n][];
      back = new double[n][];
      used = new int[n];
      for (int i = 0; i < n; i++) {
        other[i] = new int[width[i]];
        forth[i] = new double[width[i]];
        back[i] = new double[width[i]];
      }
    }

    void put(int from, int to, double strength) {
      forth[from][place(from, to)] = strength;
      back[to][place(to, from)] = strength;
    }

    private int place(int row, int to) {
      for (int at = 0; at < used[row]; at++) {
        if (other[row][at] == to) {
          return at;
        }
      }
      other[row][used[row]] = to;
      return used[row]++;
    }

    FuzzyGraph graph() {
      int edges = Arrays.stream(used).sum();
      FuzzyGraph graph =
          new FuzzyGraph(used.length, new int[edges], new int[edges], new float[edges]);
      int e = 0;
      for (int i = 0; i < used.length; i++) {
        long[] order = new long[used[i]];
        for (int at = 0; at < order.length; at++) {
          order[at] = (long) other[i][at] << 32 | at;
        }
        Arrays.sort(order);
        for (long key : order) {
          double a = forth[i][(int) key];
          double b = back[i][(int) key];
          graph.head[e] = i;
          graph.tail[e] = (int) (key >>> 32);
          graph.weight[e++] = (float) (a + b - a * b);
        }
      }
      return graph;
    }
  }
}
