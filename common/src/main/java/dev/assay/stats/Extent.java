package dev.assay.stats;

/**
 * How far points reach, by three segments: the longest distance between two of them, and from each
 * of its ends the next longest. Of one point 0; of two their distance.
 *
 * <p>Source: 002 Summarization, geometric completeness.
 */
public final class Extent {
  private Extent() {}

  /** The sum of the three segments; {@code distances} is square and symmetrical. */
  public static double of(double[][] distances) {
    int from = 0;
    int to = 0;
    for (int i = 0; i < distances.length; i++) {
      for (int j = 0; j < i; j++) {
        if (distances[i][j] > distances[from][to]) {
          from = i;
          to = j;
        }
      }
    }
    if (distances.length < 3) {
      return distances.length == 0 ? 0 : distances[from][to];
    }
    return distances[from][to] + longest(distances[from], to) + longest(distances[to], from);
  }

  /** Euclidean distances of all pairs. */
  public static double[][] distances(double[][] points) {
    double[][] distances = new double[points.length][points.length];
    for (int i = 0; i < points.length; i++) {
      for (int j = 0; j < i; j++) {
        distances[i][j] = distance(points[i], points[j]);
        distances[j][i] = distances[i][j];
      }
    }
    return distances;
  }

  /** Euclidean distance. */
  public static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int d = 0; d < a.length; d++) {
      sum += (a[d] - b[d]) * (a[d] - b[d]);
    }
    return Math.sqrt(sum);
  }

  private static double longest(double[] row, int without) {
    double longest = 0;
    for (int j = 0; j < row.length; j++) {
      longest = j == without ? longest : Math.max(longest, row[j]);
    }
    return longest;
  }
}
