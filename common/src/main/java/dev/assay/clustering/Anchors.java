package dev.assay.clustering;

import dev.assay.base.Rounding;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.commons.math3.ml.clustering.DoublePoint;

/**
 * Fitted clusters: a point belongs to the cluster of the nearest anchor, and is noise where that
 * anchor is noise or too far. Centroid methods have one anchor a cluster and reach everywhere;
 * density methods have many.
 *
 * @param points the anchors
 * @param labels their clusters; −1 for noise
 * @param reach how far a point of each anchor's cluster may be away; infinite for centroids
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Anchors(double[][] points, int[] labels, double[] reach) implements Serializable {

  /** One anchor a cluster, in the order of their numbers. */
  public static Anchors centres(double[][] centres) {
    double[] reach = new double[centres.length];
    Arrays.fill(reach, Double.POSITIVE_INFINITY);
    int[] labels = new int[centres.length];
    Arrays.setAll(labels, label -> label);
    return new Anchors(centres, labels, reach);
  }

  /**
   * The same without further anchors at a place that has one, where all at a place say the same: a
   * corpus of copies is then no slower than one without.
   */
  Anchors distinct() {
    Set<DoublePoint> places = new HashSet<>();
    DoublePoint[] boxed = Points.boxed(points);
    int[] first = IntStream.range(0, boxed.length).filter(i -> places.add(boxed[i])).toArray();
    return new Anchors(
        Arrays.stream(first).mapToObj(i -> points[i]).toArray(double[][]::new),
        Arrays.stream(first).map(i -> labels[i]).toArray(),
        Arrays.stream(first).mapToDouble(i -> reach[i]).toArray());
  }

  /** The cluster of {@code point}, or −1. Of equally near anchors the first counts. */
  public int label(double[] point) {
    int nearest = Points.nearest(point, points);
    return points.length > 0 && Points.distance(point, points[nearest]) <= reach[nearest]
        ? labels[nearest]
        : -1;
  }

  /** The clusters of all. */
  public int[] labels(double[][] all) {
    return Arrays.stream(all).parallel().mapToInt(this::label).toArray();
  }

  /** Sum of squared distances to the nearest anchor: what k-means makes small. */
  public double squares(double[][] all) {
    double sum = 0;
    for (double[] point : all) {
      sum += Points.squared(point, points[Points.nearest(point, points)]);
    }
    return Rounding.toNano(sum);
  }

  /** Number of clusters, noise not counted. */
  public int clusters() {
    return Arrays.stream(labels).max().orElse(-1) + 1;
  }
}
