package dev.assay.clustering;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Splits the cluster with the largest sum of squares in two until there are {@code k} (Steinbach,
 * Karypis, Kumar 2000): for refits on resamples, as {@link KMeans}.
 *
 * @param k clusters, or as many as there are distinct points
 */
public record BisectingKMeans(int k) implements Clusterer {

  @Override
  public Anchors fit(double[][] points, long seed) {
    List<double[][]> parts = new ArrayList<>();
    parts.add(points);
    while (parts.size() < k) {
      int widest = -1;
      double most = 1e-12;
      for (int p = 0; p < parts.size(); p++) {
        double squares = squares(parts.get(p));
        if (squares > most) {
          most = squares;
          widest = p;
        }
      }
      if (widest < 0) {
        break;
      }
      double[][] part = parts.remove(widest);
      double[][] centres = KMeans.centres(part, 2, 3, seed + parts.size());
      for (int side = 0; side < centres.length; side++) {
        int number = side;
        double[][] members =
            Arrays.stream(part)
                .filter(point -> Points.nearest(point, centres) == number)
                .toArray(double[][]::new);
        if (members.length > 0) {
          parts.add(members);
        }
      }
    }
    return Anchors.centres(parts.stream().map(BisectingKMeans::mean).toArray(double[][]::new));
  }

  private static double[] mean(double[][] points) {
    return Points.means(points, new int[points.length], 0, 1)[0];
  }

  private static double squares(double[][] points) {
    double[] mean = mean(points);
    return Arrays.stream(points).mapToDouble(point -> Points.squared(point, mean)).sum();
  }
}
