package dev.assay.jobs.strata;

import dev.assay.base.Rounding;
import dev.assay.clustering.Anchors;
import dev.assay.reduction.Units;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
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
   * @param x on the map; empty for what is not drawn
   * @param y likewise
   */
  record Place(int label, double distance, OptionalDouble x, OptionalDouble y) {}

  /** The place of {@code vector}, on the map too. */
  Place place(List<Float> vector) {
    return places(new float[][] {Units.of(vector)}, i -> true).get(0);
  }

  /**
   * The place of each of {@code units}, vectors of length 1: the same as of each alone, and sooner.
   *
   * @param drawn which of them get a place on the map, by index: to seek it takes longer than all
   *     else
   */
  List<Place> places(float[][] units, IntPredicate drawn) {
    double[][] points = space.all(units);
    int[] chosen = IntStream.range(0, units.length).filter(drawn).toArray();
    double[][] onMap =
        map.all(Arrays.stream(chosen).mapToObj(i -> units[i]).toArray(float[][]::new));
    double[][] coordinates = new double[units.length][];
    for (int c = 0; c < chosen.length; c++) {
      coordinates[chosen[c]] = onMap[c];
    }
    return IntStream.range(0, units.length)
        .mapToObj(i -> place(points[i], Optional.ofNullable(coordinates[i])))
        .toList();
  }

  private Place place(double[] point, Optional<double[]> drawn) {
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

  private static OptionalDouble coordinate(Optional<double[]> place, int axis) {
    return place
        .map(at -> OptionalDouble.of(axis < at.length ? Rounding.toNano(at[axis]) : 0))
        .orElse(OptionalDouble.empty());
  }

  private static double distance(double[] a, double[] b) {
    double squares = 0;
    for (int i = 0; i < a.length; i++) {
      squares += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Rounding.toNano(Math.sqrt(squares));
  }
}
