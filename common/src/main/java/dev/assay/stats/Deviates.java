package dev.assay.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * The points of the normal and of Student's distribution that limits are made of. Student's are
 * found by a search that costs more than the interval around it, and the cells of a table ask for
 * the same few again and again, so they are remembered.
 */
public final class Deviates {
  private static final NormalDistribution NORMAL = new NormalDistribution(null, 0, 1);

  /** Different probabilities are few; weights' fractional degrees of freedom have no end. */
  private static final int MOST = 10_000;

  private static final Map<Point, Double> KNOWN = new ConcurrentHashMap<>();

  private record Point(double freedom, double below) {}

  private Deviates() {}

  /**
   * The standard normal deviate.
   *
   * @param below the probability up to it, in (0, 1)
   */
  public static double normal(double below) {
    return NORMAL.inverseCumulativeProbability(below);
  }

  /**
   * Student's t.
   *
   * @param freedom degrees of freedom, positive, not necessarily whole
   * @param below the probability up to it, in (0, 1)
   */
  public static double student(double freedom, double below) {
    Point point = new Point(freedom, below);
    Double known = KNOWN.get(point);
    if (known != null) {
      return known;
    }
    double found = new TDistribution(null, freedom).inverseCumulativeProbability(below);
    if (freedom == Math.rint(freedom) && KNOWN.size() < MOST) {
      KNOWN.put(point, found);
    }
    return found;
  }
}
