package dev.assay.clustering;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.math3.ml.clustering.DoublePoint;

/**
 * Hierarchical density-based clusters (Campello, Moulavi, Sander 2013). Copies of a point are
 * points: they make a place dense and count for a cluster's size. Anchors are all places: a new
 * point follows its nearest, within the largest core distance of that one's cluster.
 *
 * @param minSize fewest points of a cluster, 2 or more
 * @param minPoints neighbours that a core distance reaches to, the point itself included
 */
public record Hdbscan(int minSize, int minPoints) implements Clusterer {

  @Override
  public Anchors fit(double[][] points, long seed) {
    double[] core = Dbscan.kDistances(points, minPoints);
    int[] labels = labels(points, core);
    double[] most = new double[points.length + 1];
    for (int i = 0; i < points.length; i++) {
      most[labels[i] + 1] = Math.max(most[labels[i] + 1], core[i]);
    }
    double[] reach = Arrays.stream(labels).mapToDouble(label -> most[label + 1]).toArray();
    return new Anchors(points, labels, reach).distinct();
  }

  private int[] labels(double[][] points, double[] core) {
    Map<DoublePoint, Integer> numbers = new LinkedHashMap<>();
    DoublePoint[] boxed = Points.boxed(points);
    int[] place = new int[points.length];
    int[] weights = new int[points.length];
    double[] reach = new double[points.length];
    for (int i = 0; i < points.length; i++) {
      numbers.putIfAbsent(boxed[i], numbers.size());
      place[i] = numbers.get(boxed[i]);
      weights[place[i]]++;
      reach[place[i]] = core[i];
    }
    if (points.length < minSize) {
      return Arrays.stream(place).map(any -> -1).toArray();
    }
    double[][] places =
        numbers.keySet().stream().map(DoublePoint::getPoint).toArray(double[][]::new);
    int[] found = new DensityTree(places, weights, reach, minSize).labels();
    return Arrays.stream(place).map(at -> found[at]).toArray();
  }
}
