package dev.assay.reduction;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Computes all distances. Stored vectors lie in blocks, dimension by dimension, so that the inner
 * loop runs over neighbouring floats and the compiler can use vector instructions; a block is small
 * enough to stay in a core's cache while some queries go through it. Sums are in the order of the
 * dimensions, whatever the number of threads and of queries.
 */
final class ExactSearch implements NeighbourSearch {
  private static final long serialVersionUID = 1;
  private static final int BLOCK = 128;

  /** Queries that go through a block one after the other. */
  private static final int QUERIES = 32;

  private final int size;
  private final int dimensions;

  /** Block by block, in each dimension by dimension: the values of up to {@link #BLOCK} vectors. */
  private final float[][] blocks;

  ExactSearch(float[][] units) {
    size = units.length;
    dimensions = size == 0 ? 0 : units[0].length;
    blocks = new float[(size + BLOCK - 1) / BLOCK][];
    for (int b = 0; b < blocks.length; b++) {
      int width = width(b);
      blocks[b] = new float[dimensions * width];
      for (int i = 0; i < width; i++) {
        for (int d = 0; d < dimensions; d++) {
          blocks[b][d * width + i] = units[b * BLOCK + i][d];
        }
      }
    }
  }

  @Override
  public Neighbours nearest(float[][] queries, int k) {
    int found = Math.min(k, size);
    Neighbours all = new Neighbours(new int[queries.length][], new float[queries.length][]);
    each(
        queries.length,
        (from, to) -> put(all, from, Arrays.copyOfRange(queries, from, to), found, false));
    return all;
  }

  @Override
  public Neighbours others(int k) {
    int found = Math.min(k, size - 1);
    Neighbours all = new Neighbours(new int[size][], new float[size][]);
    each(
        size,
        (from, to) ->
            put(
                all,
                from,
                IntStream.range(from, to).mapToObj(this::stored).toArray(float[][]::new),
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
   * @param stored whether the queries are the stored vectors of these rows, which are not their own
   *     neighbours
   */
  private void put(Neighbours all, int row, float[][] queries, int k, boolean stored) {
    Nearest[] nearest = new Nearest[queries.length];
    Arrays.setAll(nearest, q -> new Nearest(k));
    float[] products = new float[BLOCK];
    for (int b = 0; b < blocks.length; b++) {
      int width = width(b);
      for (int q = 0; q < queries.length; q++) {
        multiply(blocks[b], width, queries[q], products);
        for (int i = 0; i < width; i++) {
          int other = b * BLOCK + i;
          if (!stored || other != row + q) {
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

  private static void multiply(float[] block, int width, float[] query, float[] products) {
    Arrays.fill(products, 0, width, 0);
    int d = 0;
    for (; d + 3 < query.length; d += 4) {
      float q0 = query[d];
      float q1 = query[d + 1];
      float q2 = query[d + 2];
      float q3 = query[d + 3];
      int at = d * width;
      int at1 = at + width;
      int at2 = at1 + width;
      int at3 = at2 + width;
      for (int i = 0; i < width; i++) {
        products[i] +=
            q0 * block[at + i] + q1 * block[at1 + i] + q2 * block[at2 + i] + q3 * block[at3 + i];
      }
    }
    for (; d < query.length; d++) {
      float q = query[d];
      int at = d * width;
      for (int i = 0; i < width; i++) {
        products[i] += q * block[at + i];
      }
    }
  }

  private float[] stored(int point) {
    int b = point / BLOCK;
    int width = width(b);
    float[] vector = new float[dimensions];
    for (int d = 0; d < dimensions; d++) {
      vector[d] = blocks[b][d * width + point % BLOCK];
    }
    return vector;
  }

  private int width(int block) {
    return Math.min(BLOCK, size - block * BLOCK);
  }
}
