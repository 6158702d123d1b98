package dev.assay.clustering;

import dev.assay.base.Rounding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.ml.clustering.Cluster;
import org.apache.commons.math3.ml.clustering.DBSCANClusterer;
import org.apache.commons.math3.ml.clustering.DoublePoint;

/**
 * Density-based clusters (Ester, Kriegel, Sander, Xu 1996) of Commons Math. Anchors are the core
 * points, so that a point at the border belongs to the nearest core within {@code eps}, whatever
 * the order of the points.
 *
 * @param minPoints points within eps, the point itself included, that make it a core
 * @param eps reach; empty: where the curve of distances to the minPoints-th neighbour bends most
 */
public record Dbscan(int minPoints, Optional<Double> eps) implements Clusterer {

  @Override
  public Anchors fit(double[][] points, long seed) {
    double[] kDistances = kDistances(points, minPoints);
    double reach = eps.orElseGet(() -> Knee.of(kDistances));
    int[] cores = IntStream.range(0, points.length).filter(i -> kDistances[i] <= reach).toArray();
    double[][] anchors = Arrays.stream(cores).mapToObj(i -> points[i]).toArray(double[][]::new);
    int[] labels = new int[anchors.length];
    Map<DoublePoint, Integer> places = new HashMap<>();
    DoublePoint[] boxed = Points.boxed(anchors);
    for (int i = 0; i < boxed.length; i++) {
      places.putIfAbsent(boxed[i], i);
    }
    // Cores alone: any two within eps are in one cluster, so none is at a border.
    List<Cluster<DoublePoint>> clusters =
        new DBSCANClusterer<DoublePoint>(reach, 0, Points::distance)
            .cluster(new ArrayList<>(places.keySet()).stream().sorted(byPlace(places)).toList());
    int[] byPoint = new int[anchors.length];
    for (int c = 0; c < clusters.size(); c++) {
      for (DoublePoint point : clusters.get(c).getPoints()) {
        byPoint[places.get(point)] = c;
      }
    }
    Arrays.setAll(labels, i -> byPoint[places.get(boxed[i])]);
    double[] all = new double[anchors.length];
    Arrays.fill(all, reach);
    return new Anchors(anchors, labels, all).distinct();
  }

  private static java.util.Comparator<DoublePoint> byPlace(Map<DoublePoint, Integer> places) {
    return java.util.Comparator.comparing(places::get);
  }

  /**
   * For each point the least radius within which there are {@code count} points, itself included.
   */
  static double[] kDistances(double[][] points, int count) {
    return Arrays.stream(points)
        .parallel()
        .mapToDouble(point -> smallest(point, points, count))
        .toArray();
  }

  private static double smallest(double[] point, double[][] points, int count) {
    double[] least = new double[count];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (double[] other : points) {
      double squared = Points.squared(point, other);
      if (squared < least[count - 1]) {
        int at = count - 1;
        while (at > 0 && least[at - 1] > squared) {
          least[at] = least[at - 1];
          at--;
        }
        least[at] = squared;
      }
    }
    return Rounding.toNano(Math.sqrt(least[count - 1]));
  }
}
