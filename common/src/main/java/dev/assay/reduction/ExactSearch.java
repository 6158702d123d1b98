package dev.assay.reduction;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes all distances. Sums are in the order of the dimensions, whatever the number of threads
 * and of queries.
 */
final class ExactSearch implements NeighbourSearch {
  private static final long serialVersionUID = 2;

  /** Queries that go through a block one after the other. */
  private static final int QUERIES = 32;

  private final InnerProducts stored;

  ExactSearch(float[][] units) {
    stored = new InnerProducts(units);
  }

  @Override
  public Neighbours nearest(float[][] queries, int k) {
    int found = Math.min(k, stored.size());
    Neighbours all = new Neighbours(new int[queries.length][], new float[queries.length][]);
    each(
        queries.length,
        (from, to) -> put(all, from, Arrays.copyOfRange(queries, from, to), found, false));
    return all;
  }

  @Override
  public Neighbours others(int k) {
    int size = stored.size();
    int found = Math.min(k, size - 1);
    Neighbours all = new Neighbours(new int[size][], new float[size][]);
    each(
        size,
        (from, to) ->
            put(
                all,
                from,
                IntStream.range(from, to).mapToObj(stored::vector).toArray(float[][]::new),
                found,
                true));
    return all;
  }

  /** From one row to another, the last excluded. */
  private interface Some {
    void put(int from, int to);
  }

  private static void each(int rows, Some work) {
    IntStream.range(0, (rows + QUERIES - 1) / QUERIES)
        .parallel()
        .forEach(g -> work.put(g * QUERIES, Math.min(rows, (g + 1) * QUERIES)));
  }

  /**
   * @param row of the first query
   * @param own whether the queries are the stored vectors of these rows, which are not their own
   *     neighbours
   */
  private void put(Neighbours all, int row, float[][] queries, int k, boolean own) {
    Nearest[] nearest = new Nearest[queries.length];
    Arrays.setAll(nearest, q -> new Nearest(k));
    float[] products = new float[InnerProducts.BLOCK];
    for (int b = 0; b < stored.blocks(); b++) {
      int width = stored.width(b);
      for (int q = 0; q < queries.length; q++) {
        stored.of(queries[q], b, products);
        for (int i = 0; i < width; i++) {
          int other = b * InnerProducts.BLOCK + i;
          if (!own || other != row + q) {
            nearest[q].offer(other, Math.max(0, 1 - products[i]));
          }
        }
      }
    }
    for (int q = 0; q < queries.length; q++) {
      all.index()[row + q] = nearest[q].index();
      all.distance()[row + q] = nearest[q].distance();
    }
  }
}
