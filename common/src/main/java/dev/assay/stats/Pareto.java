package dev.assay.stats;

import java.util.ArrayList;
import java.util.List;

/**
 * Which of several points no other beats: one that is at least as good in everything and better in
 * something (Pareto).
 */
public final class Pareto {
  private Pareto() {}

  /**
   * For each point the numbers of those that beat it; none for what is on the front.
   *
   * @param points of one length, more is better in each place
   */
  public static List<List<Integer>> beatenBy(List<double[]> points) {
    List<List<Integer>> beaten = new ArrayList<>();
    for (double[] point : points) {
      List<Integer> by = new ArrayList<>();
      for (int other = 0; other < points.size(); other++) {
        if (beats(points.get(other), point)) {
          by.add(other);
        }
      }
      beaten.add(List.copyOf(by));
    }
    return beaten;
  }

  private static boolean beats(double[] one, double[] other) {
    boolean better = false;
    for (int i = 0; i < one.length; i++) {
      if (one[i] < other[i]) {
        return false;
      }
      better |= one[i] > other[i];
    }
    return better;
  }
}
