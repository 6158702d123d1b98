package dev.assay.model.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.OrtSession.SessionOptions;
import dev.assay.model.ModelException;
import dev.assay.model.onnx.protobuf.ProtobufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Map;

/** A network of one operator over matrices of floats, under construction. */
final class ProductNetwork {
  /** A size that each run says anew. */
  static final int ANY = 0;

  private static final int FLOAT = 1;
  private static final int INTEGER = 2;

  /** Versions of the format and of the operators: of 2021, which every runtime since reads. */
  private static final int FORMAT = 7;

  private static final int OPERATORS = 13;

  private final ProtobufWriter operator = new ProtobufWriter();
  private final ProtobufWriter matrices = new ProtobufWriter();
  private final String out;

  ProductNetwork(String operator, List<String> in, String out) {
    in.forEach(name -> this.operator.text(1, name));
    this.operator.text(2, out).text(4, operator);
    this.out = out;
  }

  /** An attribute of the operator. */
  ProductNetwork attribute(String name, long value) {
    operator.message(5, new ProtobufWriter().text(1, name).number(3, value).number(20, INTEGER));
    return this;
  }

  /**
   * A matrix that is part of the network.
   *
   * @param values row by row, little-endian
   */
  ProductNetwork constant(String name, int rows, int columns, ByteBuffer values) {
    matrices.message(
        5,
        new ProtobufWriter()
            .number(1, rows)
            .number(1, columns)
            .number(2, FLOAT)
            .text(8, name)
            .bytes(9, values));
    return this;
  }

  /** A matrix that each run brings; sizes may be {@link #ANY}. */
  ProductNetwork input(String name, int rows, int columns) {
    matrices.message(11, matrix(name, rows, columns));
    return this;
  }

  /** The shape of the result. */
  ProductNetwork output(int rows, int columns) {
    matrices.message(12, matrix(out, rows, columns));
    return this;
  }

  /**
   * Ready to run, on the threads of its callers.
   *
   * @throws ModelException where ONNX Runtime does not start on this platform
   */
  Opened open() {
    OnnxEngine.start();
    SessionOptions options = new SessionOptions();
    try {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      return new Opened(options, OrtEnvironment.getEnvironment().createSession(bytes(), options));
    } catch (OrtException e) {
      options.close();
      throw failure(e);
    }
  }

  private static ModelException failure(OrtException e) {
    return new ModelException("ONNX Runtime makes no matrix product: " + e.getMessage(), e);
  }

  /** The network in the runtime. Safe for any number of threads, each with its own matrices. */
  record Opened(SessionOptions options, OrtSession session) implements AutoCloseable {

    /** A matrix that the runtime reads or writes: the beginning of {@code values}, row by row. */
    OnnxTensor matrix(FloatBuffer values, int rows, int columns) {
      try {
        return OnnxTensor.createTensor(
            OrtEnvironment.getEnvironment(),
            values.slice(0, rows * columns),
            new long[] {rows, columns});
      } catch (OrtException e) {
        throw failure(e);
      }
    }

    /** Fills {@code out} from {@code in}, each by name. */
    void run(Map<String, OnnxTensor> in, Map<String, OnnxTensor> out) {
      try (OrtSession.Result result = session.run(in, out)) {
        // The result is in the matrices.
      } catch (OrtException e) {
        throw failure(e);
      }
    }

    @Override
    public void close() {
      try {
        session.close();
      } catch (OrtException e) {
        throw new ModelException("ONNX Runtime does not end: " + e.getMessage(), e);
      } finally {
        options.close();
      }
    }
  }

  /** Room that the runtime can reach. */
  static FloatBuffer room(int floats) {
    return ByteBuffer.allocateDirect(floats * Float.BYTES)
        .order(ByteOrder.nativeOrder())
        .asFloatBuffer();
  }

  private byte[] bytes() {
    ProtobufWriter network =
        new ProtobufWriter()
            .number(1, FORMAT)
            .message(7, new ProtobufWriter().message(1, operator).text(2, out).all(matrices))
            .message(8, new ProtobufWriter().number(2, OPERATORS));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      network.writeTo(Channels.newChannel(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static ProtobufWriter matrix(String name, int rows, int columns) {
    ProtobufWriter shape = new ProtobufWriter().message(1, size(rows)).message(1, size(columns));
    ProtobufWriter tensor = new ProtobufWriter().number(1, FLOAT).message(2, shape);
    return new ProtobufWriter().text(1, name).message(2, new ProtobufWriter().message(1, tensor));
  }

  private static ProtobufWriter size(int size) {
    return size == ANY ? new ProtobufWriter() : new ProtobufWriter().number(1, size);
  }
}
