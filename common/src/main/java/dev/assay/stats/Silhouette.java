package dev.assay.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;

/**
 * How well clusters are apart: the mean over points of (b − a) / max(a, b), where a is the mean
 * distance to the rest of the own cluster and b the smallest mean distance to another one
 * (Rousseeuw 1987). In [−1, 1]; a point alone in its cluster counts 0.
 *
 * <p>By distances it is exact, so quadratic: meant for samples of at most about 2,000 points. By
 * squared distances sums of each cluster say all there is to know, in time linear in the points.
 */
public final class Silhouette {

  private Silhouette() {}

  /** By Euclidean distance; empty for fewer than two clusters. */
  public static OptionalDouble euclidean(double[][] points, int[] labels) {
    return mean(points, labels, Silhouette::distance);
  }

  /** By squared Euclidean distance; empty for fewer than two clusters. */
  public static OptionalDouble squared(double[][] points, int[] labels) {
    int[] names = names(points, labels);
    if (names.length < 2) {
      return OptionalDouble.empty();
    }
    int[] cluster = Arrays.stream(labels).map(label -> Arrays.binarySearch(names, label)).toArray();
    int dimensions = points[0].length;
    int[] sizes = new int[names.length];
    double[] norms = new double[names.length];
    double[][] totals = new double[names.length][dimensions];
    for (int i = 0; i < points.length; i++) {
      sizes[cluster[i]]++;
      norms[cluster[i]] += dot(points[i], points[i]);
      for (int d = 0; d < dimensions; d++) {
        totals[cluster[i]][d] += points[i][d];
      }
    }
    double total = 0;
    double[] sums = new double[names.length];
    for (int i = 0; i < points.length; i++) {
      double norm = dot(points[i], points[i]);
      for (int c = 0; c < names.length; c++) {
        // Σ ‖x − y‖² over the y of a cluster; 0 where rounding leaves less.
        sums[c] = Math.max(0, sizes[c] * norm + norms[c] - 2 * dot(points[i], totals[c]));
      }
      total += width(sums, cluster[i], sizes);
    }
    return OptionalDouble.of(total / points.length);
  }

  /** By 1 − cosine; a zero vector is at distance 1 from everything. */
  public static OptionalDouble cosine(double[][] points, int[] labels) {
    double[][] units = Arrays.stream(points).map(Silhouette::unit).toArray(double[][]::new);
    return mean(units, labels, (a, b) -> 1 - dot(a, b));
  }

  private static OptionalDouble mean(
      double[][] points, int[] labels, ToDoubleBiFunction<double[], double[]> distance) {
    int[] names = names(points, labels);
    if (names.length < 2) {
      return OptionalDouble.empty();
    }
    int[] cluster = Arrays.stream(labels).map(label -> Arrays.binarySearch(names, label)).toArray();
    int[] sizes = new int[names.length];
    Arrays.stream(cluster).forEach(c -> sizes[c]++);
    double[][] sums = new double[points.length][names.length];
    for (int i = 0; i < points.length; i++) {
      for (int j = 0; j < i; j++) {
        double between = distance.applyAsDouble(points[i], points[j]);
        sums[i][cluster[j]] += between;
        sums[j][cluster[i]] += between;
      }
    }
    double total = 0;
    for (int i = 0; i < points.length; i++) {
      total += width(sums[i], cluster[i], sizes);
    }
    return OptionalDouble.of(total / points.length);
  }

  private static int[] names(double[][] points, int[] labels) {
    if (points.length != labels.length) {
      throw new IllegalArgumentException(
          "%d points with %d labels".formatted(points.length, labels.length));
    }
    return Arrays.stream(labels).distinct().sorted().toArray();
  }

  private static double width(double[] sums, int own, int[] sizes) {
    if (sizes[own] == 1) {
      return 0;
    }
    double within = sums[own] / (sizes[own] - 1);
    double nearest = Double.POSITIVE_INFINITY;
    for (int c = 0; c < sizes.length; c++) {
      nearest = c == own ? nearest : Math.min(nearest, sums[c] / sizes[c]);
    }
    double larger = Math.max(within, nearest);
    return larger == 0 ? 0 : (nearest - within) / larger;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double[] unit(double[] vector) {
    double norm = Math.sqrt(dot(vector, vector));
    return norm == 0 ? vector : Arrays.stream(vector).map(x -> x / norm).toArray();
  }
}
