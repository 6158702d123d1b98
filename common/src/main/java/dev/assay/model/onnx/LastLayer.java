package dev.assay.model.onnx;

import dev.assay.model.onnx.protobuf.Protobuf;
import dev.assay.model.onnx.protobuf.Protobuf.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The weights of a classifier's last layer, read from its ONNX graph (onnx.proto3): those of the
 * Gemm, or of the MatMul, that its first output comes from with nothing behind but a bias, a cast
 * or another shape. A graph that ends otherwise, in a softmax say, or keeps these weights
 * quantised, as half floats or in another file, shows none.
 */
final class LastLayer {
  private static final int GRAPH = 7;
  private static final int NODE = 1;
  private static final int INITIALIZER = 5;
  private static final int OUTPUT = 12;
  private static final int FLOAT = 1;
  private static final int DOUBLE = 11;
  private static final int LONGEST_TAIL = 12;

  private final Map<String, Node> producers = new HashMap<>();
  private final Map<String, ByteBuffer> tensors = new HashMap<>();
  private String output = "";

  private record Node(String operator, List<String> inputs, Map<String, ByteBuffer> attributes) {}

  /** A matrix in row-major order. */
  @SuppressWarnings("ArrayRecordComponent") // turned into rows at once, never compared
  private record Matrix(int rows, int columns, double[] values) {
    double[][] byRow(boolean transposed) {
      double[][] result = new double[transposed ? columns : rows][transposed ? rows : columns];
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          result[transposed ? c : r][transposed ? r : c] = values[r * columns + c];
        }
      }
      return result;
    }
  }

  private LastLayer() {}

  /** A row of weights for each of {@code outputs} logits; empty where the graph shows none. */
  static Optional<double[][]> rows(Path network, int outputs) throws IOException {
    try (FileChannel file = FileChannel.open(network)) {
      if (file.size() > Integer.MAX_VALUE) {
        return Optional.empty();
      }
      return rows(file.map(FileChannel.MapMode.READ_ONLY, 0, file.size()), outputs);
    }
  }

  static Optional<double[][]> rows(ByteBuffer network, int outputs) {
    try {
      LastLayer layer = new LastLayer();
      for (Field field : Protobuf.fields(network)) {
        if (field.number() == GRAPH) {
          layer.read(field.bytes());
        }
      }
      return layer.weights().filter(rows -> rows.length == outputs);
    } catch (IllegalArgumentException | IndexOutOfBoundsException notAGraph) {
      return Optional.empty();
    }
  }

  private void read(ByteBuffer graph) {
    for (Field field : Protobuf.fields(graph)) {
      switch (field.number()) {
        case NODE -> node(field.bytes());
        case INITIALIZER -> tensors.put(text(field.bytes(), 8), field.bytes());
        case OUTPUT -> output = output.isEmpty() ? text(field.bytes(), 1) : output;
        default -> {}
      }
    }
  }

  private void node(ByteBuffer message) {
    List<String> inputs = new ArrayList<>();
    List<String> outputs = new ArrayList<>();
    Map<String, ByteBuffer> attributes = new HashMap<>();
    for (Field field : Protobuf.fields(message)) {
      switch (field.number()) {
        case 1 -> inputs.add(field.text());
        case 2 -> outputs.add(field.text());
        case 5 -> attributes.put(text(field.bytes(), 1), field.bytes());
        default -> {}
      }
    }
    Node node = new Node(text(message, 4), inputs, attributes);
    outputs.forEach(name -> producers.put(name, node));
  }

  private static String text(ByteBuffer message, int number) {
    return Protobuf.fields(message).stream()
        .filter(field -> field.number() == number)
        .map(Field::text)
        .findFirst()
        .orElse("");
  }

  private Optional<double[][]> weights() {
    String at = output;
    for (int step = 0; step < LONGEST_TAIL && producers.containsKey(at); step++) {
      Node node = producers.get(at);
      switch (node.operator()) {
        case "Identity", "Cast", "Squeeze", "Unsqueeze", "Reshape", "Flatten" ->
            at = node.inputs().get(0);
        case "Add" -> {
          Optional<String> product =
              node.inputs().stream()
                  .filter(name -> producers.containsKey(name) && constant(name).isEmpty())
                  .findFirst();
          if (product.isEmpty() || node.inputs().stream().noneMatch(this::isConstant)) {
            return Optional.empty();
          }
          at = product.get();
        }
        case "MatMul" -> {
          return matrix(node.inputs().get(1)).map(w -> w.byRow(true));
        }
        case "Gemm" -> {
          boolean rows = whole(node, "transB") != 0;
          return number(node, "alpha") == 1
              ? matrix(node.inputs().get(1)).map(w -> w.byRow(!rows))
              : Optional.empty();
        }
        default -> {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private static long whole(Node node, String name) {
    return Optional.ofNullable(node.attributes().get(name)).stream()
        .flatMap(attribute -> Protobuf.fields(attribute).stream())
        .filter(field -> field.number() == 3)
        .mapToLong(Field::value)
        .findFirst()
        .orElse(0);
  }

  private static float number(Node node, String name) {
    return Optional.ofNullable(node.attributes().get(name)).stream()
        .flatMap(attribute -> Protobuf.fields(attribute).stream())
        .filter(field -> field.number() == 2)
        .map(field -> field.bytes().order(ByteOrder.LITTLE_ENDIAN).getFloat(0))
        .findFirst()
        .orElse(1f);
  }

  private boolean isConstant(String name) {
    return constant(name).isPresent();
  }

  /** The tensor of an initializer, or of a node that only states one. */
  private Optional<ByteBuffer> constant(String name) {
    Node node = producers.get(name);
    if (node != null
        && node.operator().equals("Constant")
        && node.attributes().containsKey("value")) {
      return Protobuf.fields(node.attributes().get("value")).stream()
          .filter(field -> field.number() == 5)
          .map(Field::bytes)
          .findFirst();
    }
    return Optional.ofNullable(tensors.get(name));
  }

  private Optional<Matrix> matrix(String name) {
    Node node = producers.get(name);
    if (node != null && node.operator().equals("Transpose")) {
      return constant(node.inputs().get(0))
          .flatMap(LastLayer::matrix)
          .map(w -> new Matrix(w.columns(), w.rows(), flat(w.byRow(true))));
    }
    if (node != null && node.operator().equals("Identity")) {
      return constant(node.inputs().get(0)).flatMap(LastLayer::matrix);
    }
    return constant(name).flatMap(LastLayer::matrix);
  }

  private static double[] flat(double[][] rows) {
    return Arrays.stream(rows).flatMapToDouble(Arrays::stream).toArray();
  }

  private static Optional<Matrix> matrix(ByteBuffer tensor) {
    List<Long> dimensions = new ArrayList<>();
    long type = 0;
    List<Double> numbers = new ArrayList<>();
    for (Field field : Protobuf.fields(tensor)) {
      switch (field.number()) {
        case 1 -> dimensions.addAll(field.varints());
        case 2 -> type = field.value();
        case 4 -> numbers.addAll(numbers(field.bytes(), FLOAT));
        case 9 -> numbers.addAll(numbers(field.bytes(), type));
        case 10 -> numbers.addAll(numbers(field.bytes(), DOUBLE));
        default -> {}
      }
    }
    boolean whole =
        dimensions.size() == 2 && dimensions.get(0) * dimensions.get(1) == numbers.size();
    return whole && !numbers.isEmpty() && numbers.stream().allMatch(Double::isFinite)
        ? Optional.of(
            new Matrix(
                dimensions.get(0).intValue(),
                dimensions.get(1).intValue(),
                numbers.stream().mapToDouble(Double::doubleValue).toArray()))
        : Optional.empty();
  }

  private static List<Double> numbers(ByteBuffer bytes, long type) {
    ByteBuffer left = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    int size = type == FLOAT ? Float.BYTES : Double.BYTES;
    List<Double> numbers = new ArrayList<>();
    while ((type == FLOAT || type == DOUBLE) && left.remaining() >= size) {
      numbers.add(type == FLOAT ? left.getFloat() : left.getDouble());
    }
    return numbers;
  }
}
