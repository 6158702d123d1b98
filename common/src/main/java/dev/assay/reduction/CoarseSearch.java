package dev.assay.reduction;

import dev.assay.base.Seeds;
import dev.assay.model.Embedding;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compares in the few directions that stored vectors differ in most, and computes distances for the
 * best of what is found there. Neighbours of stored vectors are exact; of others nearly all are.
 */
final class CoarseSearch implements NeighbourSearch {
  private static final long serialVersionUID = 1;

  /** Below, all distances take less than what is made ready here. */
  static final int LEAST = 2000;

  private static final int DIRECTIONS = 64;

  /** Candidates for each neighbour wanted. */
  private static final int CANDIDATES = 4;

  /** Queries that go through a block one after the other. */
  private static final int QUERIES = 32;

  private final float[][] units;
  private final InnerProducts directions;
  private final InnerProducts coarse;

  CoarseSearch(float[][] units) {
    this.units = units;
    directions = new InnerProducts(directions(units));
    coarse = new InnerProducts(Arrays.stream(units).map(this::coarse).toArray(float[][]::new));
  }

  /** Eigenvectors of the second moments, those with the largest eigenvalues. */
  private static float[][] directions(float[][] units) {
    int dimensions = units[0].length;
    Moments moments = Moments.of(Arrays.asList(units), new double[dimensions]);
    List<double[]> found =
        Lanczos.largest(
            dimensions,
            moments::times,
            Math.min(DIRECTIONS, dimensions),
            List.of(),
            Seeds.random(1, "coarse search", ""));
    float[][] directions = new float[found.size()][dimensions];
    for (int f = 0; f < directions.length; f++) {
      for (int d = 0; d < dimensions; d++) {
        directions[f][d] = (float) found.get(f)[d];
      }
    }
    return directions;
  }

  private float[] coarse(float[] unit) {
    float[] products = new float[InnerProducts.BLOCK];
    directions.of(unit, 0, products);
    return Arrays.copyOf(products, directions.size());
  }

  @Override
  public Neighbours nearest(float[][] queries, int k) {
    int found = Math.min(k, units.length);
    Neighbours all = new Neighbours(new int[queries.length][], new float[queries.length][]);
    IntStream.range(0, (queries.length + QUERIES - 1) / QUERIES)
        .parallel()
        .forEach(
            g ->
                put(all, g * QUERIES, Math.min(queries.length, (g + 1) * QUERIES), queries, found));
    return all;
  }

  @Override
  public Neighbours others(int k) {
    return new ExactSearch(units).others(k);
  }

  private void put(Neighbours all, int from, int to, float[][] queries, int k) {
    float[][] few = new float[to - from][];
    Nearest[] nearest = new Nearest[few.length];
    for (int q = 0; q < few.length; q++) {
      few[q] = coarse(queries[from + q]);
      nearest[q] = new Nearest(Math.min(CANDIDATES * k, units.length));
    }
    float[] products = new float[InnerProducts.BLOCK];
    for (int b = 0; b < coarse.blocks(); b++) {
      for (int q = 0; q < few.length; q++) {
        coarse.of(few[q], b, products);
        for (int i = 0; i < coarse.width(b); i++) {
          nearest[q].offer(b * InnerProducts.BLOCK + i, 1 - products[i]);
        }
      }
    }
    for (int q = 0; q < few.length; q++) {
      Nearest best = new Nearest(k);
      for (int candidate : Arrays.stream(nearest[q].index()).sorted().toArray()) {
        best.offer(candidate, distance(queries[from + q], units[candidate]));
      }
      all.index()[from + q] = best.index();
      all.distance()[from + q] = best.distance();
    }
  }

  private static float distance(float[] a, float[] b) {
    double cosine = new Embedding(a, 0, false).cosine(new Embedding(b, 0, false));
    return (float) Math.max(0, 1 - cosine);
  }
}
