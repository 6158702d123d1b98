package dev.assay.model.onnx;

import dev.assay.model.onnx.protobuf.Protobuf;
import dev.assay.model.onnx.protobuf.ProtobufWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A matrix of 32-bit floats in a network's file.
 *
 * @param name of the tensor
 * @param rows its rows
 * @param columns its columns
 * @param values row by row
 */
record OnnxTensor(String name, int rows, int columns, FloatBuffer values) {
  private static final int DIMENSION = 1;
  private static final int TYPE = 2;
  private static final int FLOATS = 4;
  private static final int NAME = 8;
  private static final int RAW = 9;
  private static final int FLOAT = 1;
  private static final int UINT8 = 2;
  private static final int INT8 = 3;

  /** The largest magnitude of a rounded weight: 7 bits with the sign. */
  private static final int MOST = 63;

  /** The name of a tensor. */
  static String name(ByteBuffer tensor) {
    return Protobuf.fields(tensor).stream()
        .filter(field -> field.number() == NAME)
        .map(Protobuf.Field::text)
        .findFirst()
        .orElse("");
  }

  /** The tensor, where it is such a matrix and its values stand in the file. */
  static Optional<OnnxTensor> matrix(ByteBuffer tensor) {
    List<Long> dimensions = new ArrayList<>();
    long type = 0;
    ByteBuffer values = ByteBuffer.allocate(0);
    for (Protobuf.Field field : Protobuf.fields(tensor)) {
      switch (field.number()) {
        case DIMENSION -> dimensions.addAll(field.varints());
        case TYPE -> type = field.value();
        case FLOATS, RAW -> values = field.bytes();
        default -> {}
      }
    }
    if (type != FLOAT || dimensions.size() != 2) {
      return Optional.empty();
    }
    int rows = Math.toIntExact(dimensions.get(0));
    int columns = Math.toIntExact(dimensions.get(1));
    FloatBuffer floats = values.duplicate().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    return floats.remaining() == (long) rows * columns
        ? Optional.of(new OnnxTensor(name(tensor), rows, columns, floats))
        : Optional.empty();
  }

  /** A number without dimensions. */
  static ProtobufWriter scalar(String name, float value) {
    return tensor(name, FLOAT, bytes(Float.BYTES).putFloat(value).flip());
  }

  /**
   * @param value from 0 to 255
   */
  static ProtobufWriter unsigned(String name, int value) {
    return tensor(name, UINT8, bytes(1).put((byte) value).flip());
  }

  /** The matrix in whole steps from −63 to 63, the step of each column, and its zeros. */
  List<ProtobufWriter> rounded(String steps, String step, String zero) {
    float[] largest = new float[columns];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        largest[j] = Math.max(largest[j], Math.abs(values.get(i * columns + j)));
      }
    }
    ByteBuffer sizes = bytes(columns * Float.BYTES);
    for (int j = 0; j < columns; j++) {
      largest[j] = largest[j] > 0 ? largest[j] / MOST : 1;
      sizes.putFloat(largest[j]);
    }
    ByteBuffer whole = bytes(rows * columns);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        double value = Math.rint((double) values.get(i * columns + j) / largest[j]);
        whole.put((byte) Math.max(-MOST, Math.min(MOST, value)));
      }
    }
    return List.of(
        tensor(steps, INT8, whole.flip(), rows, columns),
        tensor(step, FLOAT, sizes.flip(), columns),
        tensor(zero, INT8, bytes(columns), columns));
  }

  private static ByteBuffer bytes(int length) {
    return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static ProtobufWriter tensor(String name, int type, ByteBuffer raw, int... dimensions) {
    ProtobufWriter tensor = new ProtobufWriter();
    for (int dimension : dimensions) {
      tensor.number(DIMENSION, dimension);
    }
    return tensor.number(TYPE, type).text(NAME, name).bytes(RAW, raw);
  }
}
