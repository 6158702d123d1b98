package dev.assay.reduction;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Where the layout starts: the eigenvectors of the normalised graph Laplacian (McInnes et al. 2018,
 * section 4.2), or the principal components of the vectors where the graph falls into parts or is
 * too small; each axis scaled to [0, 10], with a little noise that keeps points apart.
 */
final class Start {
  private static final double WIDTH = 10;
  private static final double NOISE = 1e-4;

  private Start() {}

  static float[] of(float[][] vectors, FuzzyGraph graph, int dimensions, SplittableRandom random) {
    List<double[]> axes =
        graph.size() > 2 * dimensions + 2 && graph.connected()
            ? spectral(graph, dimensions, random)
            : principal(vectors, dimensions, random);
    int n = graph.size();
    float[] places = new float[n * dimensions];
    for (int d = 0; d < dimensions; d++) {
      double[] axis = d < axes.size() ? axes.get(d) : new double[n];
      double low = Arrays.stream(axis).min().orElse(0);
      double range = Arrays.stream(axis).max().orElse(0) - low;
      for (int i = 0; i < n; i++) {
        double place = range > 0 ? WIDTH * (axis[i] - low) / range : 0;
        places[i * dimensions + d] = (float) (place + NOISE * normal(random));
      }
    }
    return places;
  }

  /** Eigenvectors of D^−½ W D^−½ after the first, which says nothing but the degrees. */
  private static List<double[]> spectral(FuzzyGraph graph, int count, SplittableRandom random) {
    int n = graph.size();
    double[] root = new double[n];
    for (int e = 0; e < graph.weight().length; e++) {
      root[graph.head()[e]] += graph.weight()[e];
    }
    double total = Arrays.stream(root).sum();
    double[] first = new double[n];
    for (int i = 0; i < n; i++) {
      root[i] = Math.sqrt(root[i]);
      first[i] = root[i] / Math.sqrt(total);
    }
    return Lanczos.largest(
        n,
        vector -> {
          double[] out = new double[n];
          for (int e = 0; e < graph.weight().length; e++) {
            int h = graph.head()[e];
            int t = graph.tail()[e];
            out[h] += graph.weight()[e] * vector[t] / (root[h] * root[t]);
          }
          return out;
        },
        count,
        List.of(first),
        random);
  }

  /** Coordinates of the vectors on their first principal components. */
  private static List<double[]> principal(float[][] vectors, int count, SplittableRandom random) {
    int width = vectors[0].length;
    double[] mean = Moments.mean(Arrays.asList(vectors));
    Moments moments = Moments.of(Arrays.asList(vectors), mean);
    List<double[]> components =
        Lanczos.largest(width, moments::times, Math.min(count, width), List.of(), random);
    return components.stream()
        .map(
            component ->
                Arrays.stream(vectors)
                    .mapToDouble(vector -> along(vector, mean, component))
                    .toArray())
        .toList();
  }

  private static double along(float[] vector, double[] mean, double[] direction) {
    double sum = 0;
    for (int d = 0; d < mean.length; d++) {
      sum += (vector[d] - mean[d]) * direction[d];
    }
    return sum;
  }

  /** A standard normal number, by Box and Muller. */
  private static double normal(SplittableRandom random) {
    return StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()))
        * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
