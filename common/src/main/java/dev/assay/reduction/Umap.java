package dev.assay.reduction;

import dev.assay.base.Seeds;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * Uniform manifold approximation and projection (McInnes, Healy, Melville 2018): points that are
 * neighbours by cosine stay neighbours in a few dimensions. The same vectors and seed make the same
 * layout, in whatever order the vectors come: equal vectors count once, and the distinct ones are
 * sorted first.
 *
 * @param dimensions of the layout, 1 or more
 * @param neighbours of a point, itself included, 2 or more; fewer points are all neighbours
 * @param leastDistance how tight linked points may lie, in [0, 3)
 */
public record Umap(int dimensions, int neighbours, double leastDistance) {
  private static final int SMALL = 10_000;
  private static final int EPOCHS_SMALL = 500;
  private static final int EPOCHS_LARGE = 200;

  public Umap {
    if (dimensions < 1 || neighbours < 2 || !(leastDistance >= 0 && leastDistance < 3)) {
      throw new IllegalArgumentException(
          "UMAP takes 1 or more dimensions, 2 or more neighbours and a least distance from 0 to 3, not %d, %d, %s"
              .formatted(dimensions, neighbours, leastDistance));
    }
  }

  /**
   * Fits a layout of {@code vectors}, all of one length and finite. Their lengths do not matter.
   *
   * @throws IllegalArgumentException without vectors, or where one holds NaN or infinity
   */
  public UmapModel fit(List<float[]> vectors, long seed) {
    float[][] units = distinct(vectors);
    SplittableRandom random = Seeds.random(seed, "umap", "");
    NeighbourSearch search = NeighbourSearch.over(units);
    Layout layout = new Layout(dimensions, Curve.of(leastDistance));
    float[] places = new float[units.length * dimensions];
    if (units.length > 1) {
      int epochs = units.length <= SMALL ? EPOCHS_SMALL : EPOCHS_LARGE;
      FuzzyGraph graph = FuzzyGraph.of(search.others(neighbours - 1));
      places = Start.of(units, graph, dimensions, random);
      layout.optimise(places, graph.drawnIn(epochs), epochs, random);
    }
    return new UmapModel(units, places, neighbours, seed, layout, search);
  }

  private static float[][] distinct(List<float[]> vectors) {
    if (vectors.isEmpty()) {
      throw new IllegalArgumentException("UMAP needs at least one vector");
    }
    Comparator<float[]> order = Arrays::compare;
    TreeSet<float[]> units = new TreeSet<>(order);
    for (float[] vector : vectors) {
      units.add(Units.of(vector));
    }
    return units.toArray(float[][]::new);
  }
}
