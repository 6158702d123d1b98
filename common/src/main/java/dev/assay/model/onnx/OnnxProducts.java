package dev.assay.model.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.assay.model.ModelException;
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
  private final SessionOptions options;
  private final OrtSession session;
  private final FloatBuffer queries;
  private final FloatBuffer products;
  private final OnnxTensor in;
  private final OnnxTensor out;

  /**
   * @param vectors at least one, and at most {@link #MOST}
   * @throws ModelException where ONNX Runtime does not start on this platform
   */
  public OnnxProducts(float[][] vectors) {
    if (vectors.length == 0 || vectors.length > MOST) {
      throw new IllegalArgumentException(vectors.length + " vectors, not 1 to " + MOST);
    }
    size = vectors.length;
    dimensions = vectors[0].length;
    OnnxEngine.start();
    queries = room(QUERIES * dimensions);
    products = room(QUERIES * size);
    byte[] network = network(vectors);
    options = new SessionOptions();
    try {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      session = environment.createSession(network, options);
      in = OnnxTensor.createTensor(environment, queries, new long[] {QUERIES, dimensions});
      out = OnnxTensor.createTensor(environment, products, new long[] {QUERIES, size});
    } catch (OrtException e) {
      options.close();
      throw new ModelException("ONNX Runtime makes no matrix product: " + e.getMessage(), e);
    }
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
    try (OrtSession.Result result = session.run(Map.of(IN, in), Map.of(OUT, out))) {
      products.get(0, found, 0, n * size);
    } catch (OrtException e) {
      throw new ModelException("ONNX Runtime makes no matrix product: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    in.close();
    out.close();
    try {
      session.close();
    } catch (OrtException e) {
      throw new ModelException("ONNX Runtime does not end: " + e.getMessage(), e);
    } finally {
      options.close();
    }
  }

  private static FloatBuffer room(int floats) {
    return ByteBuffer.allocateDirect(floats * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  /** The queries times the stored vectors as columns. */
  private static byte[] network(float[][] vectors) {
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
        .bytes();
  }
}
