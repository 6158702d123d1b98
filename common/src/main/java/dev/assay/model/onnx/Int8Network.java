package dev.assay.model.onnx;

import dev.assay.model.ModelException;
import dev.assay.model.onnx.protobuf.Protobuf;
import dev.assay.model.onnx.protobuf.ProtobufWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A network whose products with weights are of eight-bit integers: weights rounded to 7 bits by
 * column, what flows in rounded to 8 bits within {@link Int8Ranges} (static quantisation; operators
 * QuantizeLinear and ONNX Runtime's MatMulIntegerToFloat). All else stays in 32-bit floats.
 *
 * <p>Weights have 7 bits so that pairs of products fit into 16 bits: processors without VNNI add
 * them there, and give the same integers as those with it.
 */
final class Int8Network {
  /** Of what is written, for files that an older Assay left on this host. */
  private static final int FORM = 1;

  private static final int MODEL_VERSION = 5;
  private static final int IR_VERSION = 1;
  private static final int GRAPH = 7;
  private static final int OPSET = 8;
  private static final int NODE = 1;
  private static final int INITIALIZER = 5;
  private static final int INPUT = 1;
  private static final int OUTPUT = 2;
  private static final int NAME = 3;
  private static final int OPERATOR = 4;
  private static final int DOMAIN = 7;
  private static final String MICROSOFT = "com.microsoft";

  private final Int8Ranges ranges;
  private final Map<String, OnnxTensor> weights = new HashMap<>();
  private final Set<String> rounded = new HashSet<>();
  private final Set<String> replaced = new HashSet<>();
  private final Set<String> used = new HashSet<>();
  private final ProtobufWriter graph = new ProtobufWriter();
  private final List<ProtobufWriter> tensors = new ArrayList<>();

  private Int8Network(Int8Ranges ranges) {
    this.ranges = ranges;
  }

  /** The file on this host; made where no command has made it yet. */
  static Path of(ModelFiles files, Int8Ranges ranges) {
    try {
      Path directory =
          HostCache.directory()
              .resolve("int8-%s-%s-%d".formatted(files.revision(), ranges.revision(), FORM));
      Path target = directory.resolve(ModelFiles.MODEL);
      if (!Files.exists(target)) {
        requireSame(files.model(), ranges);
        Files.createDirectories(directory);
        write(files, ranges, target);
      }
      return target;
    } catch (IOException e) {
      throw new ModelException(
          "Cannot write the network '%s' in int8 into '%s': %s. Free space there, or set"
                  .formatted(files.name(), System.getProperty("java.io.tmpdir"), e)
              + " java.io.tmpdir.",
          e);
    }
  }

  private static void requireSame(Path network, Int8Ranges ranges) throws IOException {
    String found = ModelFiles.sha256(network).substring(0, ranges.network().length());
    if (!found.equals(ranges.network())) {
      throw new ModelException(
          "'%s' begins with %s by SHA-256; the ranges for int8 were measured on %s. Run"
                  .formatted(network, found, ranges.network())
              + " scripts/int8-ranges on it.");
    }
  }

  /** Writes it to {@code target}, so that no reader sees a part of it. */
  private static void write(ModelFiles files, Int8Ranges ranges, Path target) throws IOException {
    Path network = files.model();
    try (FileChannel in = FileChannel.open(network, StandardOpenOption.READ)) {
      if (in.size() > Integer.MAX_VALUE) {
        throw new ModelException("'" + network + "' has more than 2 GB: use precision = fp32");
      }
      ProtobufWriter model =
          new Int8Network(ranges).model(in.map(FileChannel.MapMode.READ_ONLY, 0, in.size()));
      Path part = Files.createTempFile(target.getParent(), "int8", ".part");
      try {
        try (FileChannel out = FileChannel.open(part, StandardOpenOption.WRITE)) {
          model.writeTo(out);
        }
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new ModelException("'%s' in int8: %s".formatted(network, e.getMessage()), e);
    }
  }

  private ProtobufWriter model(ByteBuffer network) {
    ProtobufWriter model = new ProtobufWriter();
    boolean known = false;
    for (Protobuf.Field field : Protobuf.fields(network)) {
      if (field.number() == GRAPH) {
        graph(Protobuf.fields(field.bytes()));
        model.message(GRAPH, graph);
      } else {
        known |= field.number() == OPSET && domain(field).equals(MICROSOFT);
        model.copy(field, field.number() == IR_VERSION || field.number() == MODEL_VERSION);
      }
    }
    return known
        ? model
        : model.message(OPSET, new ProtobufWriter().text(1, MICROSOFT).number(2, 1));
  }

  private static String domain(Protobuf.Field opset) {
    return Protobuf.fields(opset.bytes()).stream()
        .filter(field -> field.number() == 1)
        .map(Protobuf.Field::text)
        .findFirst()
        .orElse("");
  }

  private void graph(List<Protobuf.Field> fields) {
    for (Protobuf.Field field : fields) {
      if (field.number() == INITIALIZER) {
        OnnxTensor.matrix(field.bytes()).ifPresent(matrix -> weights.put(matrix.name(), matrix));
      }
    }
    fields.stream().filter(field -> field.number() == NODE).forEach(this::node);
    if (replaced.isEmpty()) {
      throw new IllegalArgumentException("it has no product with a matrix of 32-bit floats");
    }
    for (Protobuf.Field field : fields) {
      boolean gone = field.number() == INITIALIZER && isReplaced(OnnxTensor.name(field.bytes()));
      if (field.number() != NODE && !gone) {
        graph.copy(field, false);
      }
    }
    tensors.forEach(tensor -> graph.message(INITIALIZER, tensor));
  }

  private boolean isReplaced(String tensor) {
    return replaced.contains(tensor) && !used.contains(tensor);
  }

  private void node(Protobuf.Field node) {
    List<String> in = new ArrayList<>();
    String out = "";
    String operator = "";
    for (Protobuf.Field field : Protobuf.fields(node.bytes())) {
      switch (field.number()) {
        case INPUT -> in.add(field.text());
        case OUTPUT -> out = field.text();
        case OPERATOR -> operator = field.text();
        default -> {}
      }
    }
    if (operator.equals("MatMul") && weights.containsKey(in.get(1))) {
      product(in.get(0), weights.get(in.get(1)), out);
    } else {
      used.addAll(in);
      graph.copy(node, false);
    }
  }

  private void product(String value, OnnxTensor weight, String out) {
    Int8Ranges.Range range = ranges.ranges().get(value);
    if (range == null) {
      throw new IllegalArgumentException(
          "the ranges say nothing of '" + value + "': they are of another network");
    }
    if (rounded.add(value)) {
      tensors.add(OnnxTensor.scalar(value + "/int8_step", range.step()));
      tensors.add(OnnxTensor.unsigned(value + "/int8_zero", range.zero()));
      node(
          "QuantizeLinear", "", value + "/int8", value, value + "/int8_step", value + "/int8_zero");
    }
    String w = weight.name();
    if (replaced.add(w)) {
      tensors.addAll(weight.rounded(w + "/int8", w + "/int8_step", w + "/int8_zero"));
    }
    node(
        "MatMulIntegerToFloat",
        MICROSOFT,
        out,
        value + "/int8",
        w + "/int8",
        value + "/int8_step",
        w + "/int8_step",
        value + "/int8_zero",
        w + "/int8_zero");
  }

  private void node(String operator, String domain, String out, String... in) {
    ProtobufWriter node = new ProtobufWriter();
    for (String input : in) {
      node.text(INPUT, input);
    }
    node.text(OUTPUT, out).text(NAME, out + "/" + operator).text(OPERATOR, operator);
    if (!domain.isEmpty()) {
      node.text(DOMAIN, domain);
    }
    graph.message(NODE, node);
  }
}
