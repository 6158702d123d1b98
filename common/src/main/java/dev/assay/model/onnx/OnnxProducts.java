package dev.assay.model.onnx;

import ai.onnxruntime.OnnxTensor;
import dev.assay.reduction.Products;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;

/**
 * Inner products by the matrix product of ONNX Runtime, on the caller's thread: several times as
 * fast as vector instructions that the JVM makes. The order of its sums, and so the last bits,
 * depend on the processor: for what {@link #error} allows for.
 */
public final class OnnxProducts implements Products {
  /** Stored vectors that are no more than a matrix of some megabytes. */
  public static final int MOST = 10_000;

  /** Queries of a matrix. */
  private static final int QUERIES = 256;

  private static final String IN = "queries";
  private static final String STORED = "stored";
  private static final String OUT = "products";

  private final int size;
  private final int dimensions;
  private final ProductNetwork.Opened network;
  private final FloatBuffer queries;
  private final FloatBuffer products;
  private final OnnxTensor in;
  private final OnnxTensor out;

  /**
   * @param vectors at least one, and at most {@link #MOST}
   * @throws dev.assay.model.ModelException where ONNX Runtime does not start on this platform
   */
  public OnnxProducts(float[][] vectors) {
    if (vectors.length == 0 || vectors.length > MOST) {
      throw new IllegalArgumentException(vectors.length + " vectors, not 1 to " + MOST);
    }
    size = vectors.length;
    dimensions = vectors[0].length;
    network = network(vectors);
    queries = ProductNetwork.room(QUERIES * dimensions);
    products = ProductNetwork.room(QUERIES * size);
    in = network.matrix(queries, QUERIES, dimensions);
    out = network.matrix(products, QUERIES, size);
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int queries() {
    return QUERIES;
  }

  @Override
  public double error() {
    double unit = (dimensions + 4) * 0x1p-24;
    return unit / (1 - unit);
  }

  @Override
  public void of(float[][] some, int n, float[] found) {
    for (int q = 0; q < n; q++) {
      if (some[q].length != dimensions) {
        throw new IllegalArgumentException(
            "Vectors of %d and %d dimensions".formatted(dimensions, some[q].length));
      }
      queries.put(q * dimensions, some[q]);
    }
    network.run(Map.of(IN, in), Map.of(OUT, out));
    products.get(0, found, 0, n * size);
  }

  @Override
  public void close() {
    in.close();
    out.close();
    network.close();
  }

  /** The queries times the stored vectors as columns. */
  private static ProductNetwork.Opened network(float[][] vectors) {
    int dimensions = vectors[0].length;
    for (float[] vector : vectors) {
      if (vector.length != dimensions) {
        throw new IllegalArgumentException(
            "Vectors of %d and %d dimensions".formatted(dimensions, vector.length));
      }
    }
    ByteBuffer columns =
        ByteBuffer.allocate(dimensions * vectors.length * Float.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int d = 0; d < dimensions; d++) {
      for (float[] vector : vectors) {
        columns.putFloat(vector[d]);
      }
    }
    return new ProductNetwork("MatMul", List.of(IN, STORED), OUT)
        .constant(STORED, dimensions, vectors.length, columns.flip())
        .input(IN, QUERIES, dimensions)
        .output(QUERIES, vectors.length)
        .open();
  }
}
