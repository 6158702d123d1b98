package dev.assay.jobs.strata;

import dev.assay.base.Rounding;
import dev.assay.clustering.Anchors;
import dev.assay.reduction.Units;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fitted strata.
 *
 * @param space that the clusters were found in
 * @param anchors what says which cluster a point belongs to
 * @param centres of the clusters, by label; there may be none
 * @param map the plane that the report draws
 * @param familiar what the fit has seen
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Clustering(Space space, Anchors anchors, double[][] centres, Space map, Familiar familiar)
    implements Serializable {

  /**
   * Where a vector belongs.
   *
   * @param label of its cluster; −1 for noise
   * @param distance Euclidean, in the reduced space, to the centre of its cluster, of noise to the
   *     nearest centre; to 1e-9; 0 where there is no centre
   * @param x on the map
   * @param y likewise
   */
  record Place(int label, double distance, double x, double y) {}

  /** The place of {@code vector}. */
  Place place(List<Float> vector) {
    return places(List.of(vector)).get(0);
  }

  /** The place of each of {@code vectors}, the same as of each alone, and sooner. */
  List<Place> places(List<List<Float>> vectors) {
    float[][] units = vectors.stream().map(Units::of).toArray(float[][]::new);
    double[][] points = space.all(units);
    double[][] drawn = map.all(units);
    return IntStream.range(0, units.length).mapToObj(i -> place(points[i], drawn[i])).toList();
  }

  private Place place(double[] point, double[] drawn) {
    int label = anchors.label(point);
    double distance = label < 0 ? nearest(point) : distance(point, centres[label]);
    return new Place(label, distance, coordinate(drawn, 0), coordinate(drawn, 1));
  }

  private double nearest(double[] point) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] centre : centres) {
      least = Math.min(least, distance(point, centre));
    }
    return centres.length == 0 ? 0 : least;
  }

  private static double coordinate(double[] point, int axis) {
    return axis < point.length ? Rounding.toNano(point[axis]) : 0;
  }

  private static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Rounding.toNano(Math.sqrt(squares));
  }
}
