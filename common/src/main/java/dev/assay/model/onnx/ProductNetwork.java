package dev.assay.model.onnx;

import dev.assay.model.onnx.protobuf.ProtobufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.List;

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

  byte[] bytes() {
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
