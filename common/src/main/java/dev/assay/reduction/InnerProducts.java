package dev.assay.reduction;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Inner products of a vector with many stored ones, all of one length. They lie in blocks, with an
 * array for each dimension, so that the inner loop runs over neighbouring floats and the compiler
 * can use vector instructions; a block is small enough to stay in a core's cache while some queries
 * go through it. Sums are of floats, in the order of the dimensions.
 */
public final class InnerProducts implements Products, Serializable {
  private static final long serialVersionUID = 1;

  /** Vectors of a block, at most. */
  public static final int BLOCK = 128;

  /** Queries that go through a block one after the other. */
  private static final int QUERIES = 32;

  private final int size;
  private final int dimensions;

  /** Block by block, in each dimension by dimension: the values of up to {@link #BLOCK} vectors. */
  private final float[][][] blocks;

  public InnerProducts(float[][] vectors) {
    size = vectors.length;
    dimensions = size == 0 ? 0 : vectors[0].length;
    blocks = new float[(size + BLOCK - 1) / BLOCK][][];
    for (int b = 0; b < blocks.length; b++) {
      int width = width(b);
      blocks[b] = new float[dimensions][width];
      for (int i = 0; i < width; i++) {
        float[] vector = vectors[b * BLOCK + i];
        if (vector.length != dimensions) {
          throw new IllegalArgumentException(
              "Vectors of %d and %d dimensions".formatted(dimensions, vector.length));
        }
        for (int d = 0; d < dimensions; d++) {
          blocks[b][d][i] = vector[d];
        }
      }
    }
  }

  @Override
  public int size() {
    return size;
  }

  /** How many blocks there are. */
  public int blocks() {
    return blocks.length;
  }

  /** Vectors of {@code block}. */
  public int width(int block) {
    return Math.min(BLOCK, size - block * BLOCK);
  }

  /** The stored vector at {@code place}. */
  float[] vector(int place) {
    float[][] block = blocks[place / BLOCK];
    float[] vector = new float[dimensions];
    for (int d = 0; d < dimensions; d++) {
      vector[d] = block[d][place % BLOCK];
    }
    return vector;
  }

  @Override
  public int queries() {
    return QUERIES;
  }

  @Override
  public void of(float[][] queries, int n, float[] products) {
    float[] some = new float[BLOCK];
    for (int b = 0; b < blocks.length; b++) {
      for (int q = 0; q < n; q++) {
        of(queries[q], b, some);
        System.arraycopy(some, 0, products, q * size + b * BLOCK, width(b));
      }
    }
  }

  /** Nothing is held. */
  @Override
  public void close() {}

  @Override
  public double error() {
    double unit = (dimensions + 4) * 0x1p-24;
    return unit / (1 - unit);
  }

  /**
   * Puts the products of {@code query} with the vectors of {@code block} into {@code products},
   * which has room for {@link #BLOCK}.
   */
  public void of(float[] query, int block, float[] products) {
    if (query.length != dimensions) {
      throw new IllegalArgumentException(
          "Vectors of %d and %d dimensions".formatted(dimensions, query.length));
    }
    multiply(blocks[block], width(block), query, products);
  }

  private static void multiply(float[][] block, int width, float[] query, float[] products) {
    Arrays.fill(products, 0, width, 0);
    int d = 0;
    for (; d + 3 < query.length; d += 4) {
      add(
          query[d],
          block[d],
          query[d + 1],
          block[d + 1],
          query[d + 2],
          block[d + 2],
          query[d + 3],
          block[d + 3],
          products);
    }
    for (; d < query.length; d++) {
      float q = query[d];
      float[] values = block[d];
      for (int i = 0; i < values.length; i++) {
        products[i] += q * values[i];
      }
    }
  }

  /** Four dimensions at once: {@code products} is read and written once for them. */
  private static void add(
      float q0,
      float[] v0,
      float q1,
      float[] v1,
      float q2,
      float[] v2,
      float q3,
      float[] v3,
      float[] products) {
    for (int i = 0; i < v0.length; i++) {
      products[i] += q0 * v0[i] + q1 * v1[i] + q2 * v2[i] + q3 * v3[i];
    }
  }
}
