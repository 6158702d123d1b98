package dev.assay.reduction;

import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A fitted layout. A vector that it was fitted on keeps its place; a new one is placed among its
 * nearest neighbours and moved as in a fit while they stay (as umap-learn's {@code transform}, for
 * each vector on its own, so that batches make no difference).
 *
 * @param units the distinct vectors of the fit, of unit length, sorted
 * @param places their coordinates, point by point
 * @param neighbours of a point, itself included
 * @param seed of the fit
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record UmapModel(
    float[][] units,
    float[] places,
    int neighbours,
    long seed,
    Layout layout,
    NeighbourSearch search)
    implements Serializable {
  /** As umap-learn moves more than 10,000 new points. */
  private static final int EPOCHS = 30;

  /** The place of {@code vector}. */
  public float[] transform(float[] vector) {
    return transform(new float[][] {vector})[0];
  }

  /** The place of each vector, the same as of each alone, and sooner. */
  public float[][] transform(float[][] vectors) {
    float[][] found = new float[vectors.length][];
    float[][] fresh = new float[vectors.length][];
    int[] rows = new int[vectors.length];
    int n = 0;
    for (int i = 0; i < vectors.length; i++) {
      float[] unit = Units.of(vectors[i]);
      int known = Arrays.binarySearch(units, unit, Arrays::compare);
      if (known >= 0) {
        found[i] = place(known);
      } else {
        rows[n] = i;
        fresh[n++] = unit;
      }
    }
    Neighbours near = search.nearest(Arrays.copyOf(fresh, n), neighbours);
    for (int i = 0; i < n; i++) {
      found[rows[i]] = placed(fresh[i], near.index()[i], near.distance()[i]);
    }
    return found;
  }

  private float[] placed(float[] unit, int[] index, float[] distance) {
    double mean = 0;
    for (float d : distance) {
      mean += d / distance.length;
    }
    // As in a fit, the nearest one does not count to the sum of strengths.
    float[] others =
        distance.length > 1 ? Arrays.copyOfRange(distance, 1, distance.length) : distance;
    Kernel kernel = Kernel.of(others, Math.max(2, distance.length), false, mean);
    float[] weights = new float[index.length];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) kernel.strength(distance[i]);
    }
    float[] point = mean(index, weights);
    FuzzyGraph graph = new FuzzyGraph(units.length, new int[index.length], index, weights);
    SplittableRandom random = new SplittableRandom(seed ^ Arrays.hashCode(unit));
    layout.place(point, places, graph.drawnIn(EPOCHS), EPOCHS, random);
    return point;
  }

  private float[] place(int point) {
    int from = point * layout.dimensions();
    return Arrays.copyOfRange(places, from, from + layout.dimensions());
  }

  private float[] mean(int[] index, float[] weights) {
    double total = 0;
    double[] sums = new double[layout.dimensions()];
    for (int i = 0; i < index.length; i++) {
      total += weights[i];
      for (int d = 0; d < sums.length; d++) {
        sums[d] += weights[i] * places[index[i] * sums.length + d];
      }
    }
    float[] mean = new float[sums.length];
    for (int d = 0; d < mean.length; d++) {
      mean[d] = total > 0 ? (float) (sums[d] / total) : places[index[0] * sums.length + d];
    }
    return mean;
  }
}
