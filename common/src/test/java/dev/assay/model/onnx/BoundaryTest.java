package dev.assay.model.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Distances by geometry, and graphs written byte by byte as onnx.proto3 numbers its fields. */
class BoundaryTest {
  private static final double[][] ROWS = {{1, 0, 2}, {0, -1, 2}, {-2, .5, 1}};

  @Test
  void whoWalksTheDistanceStandsOnTheBoundary() {
    SplittableRandom random = new SplittableRandom(4);
    int inside = 0;
    for (int round = 0; round < 500; round++) {
      double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      int place = round % 3;
      double distance = Boundary.of(place, ROWS).distance(logits(x));
      boolean likeliest = argmax(x) == place;
      assertThat(distance > 0).isEqualTo(likeliest);
      if (!likeliest) {
        continue;
      }
      inside++;
      // Straight towards some other class a tie comes after that distance, towards none before.
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < 3; j++) {
        if (j != place) {
          double[] step = new double[3];
          double length = 0;
          for (int d = 0; d < 3; d++) {
            step[d] = ROWS[j][d] - ROWS[place][d];
            length += step[d] * step[d];
          }
          double[] there = x.clone();
          for (int d = 0; d < 3; d++) {
            there[d] += distance * step[d] / Math.sqrt(length);
          }
          double gap = dot(place, there) - dot(j, there);
          assertThat(gap).isGreaterThan(-1e-5);
          nearest = Math.min(nearest, gap);
        }
      }
      assertThat(nearest).isCloseTo(0, within(1e-5));
    }
    assertThat(inside).isGreaterThan(100);
  }

  @Test
  void ofOneOutputItIsTheLogitOverTheLengthOfItsWeights() {
    // ‖(3, 4)‖ = 5
    Boundary boundary = Boundary.of(0, new double[][] {{3, 4}});
    assertThat(boundary.distance(new float[] {-2})).isEqualTo(-.4);
  }

  @Test
  void theLastLayerIsReadHoweverItIsWritten() {
    byte[] weights = floats(1, 2, 3, 4, 5, 6);
    // Gemm with rows by class, Gemm with columns by class, MatMul and Add behind a cast.
    assertRows(graph(node("Gemm", "logits", transposed(), "x", "w", "b"), tensor("w", 3, 2, weights)));
    byte[] columns = floats(1, 3, 5, 2, 4, 6);
    assertRows(graph(node("Gemm", "logits", new byte[0], "x", "w", "b"), tensor("w", 2, 3, columns)));
    assertRows(
        graph(
            node("MatMul", "m", new byte[0], "x", "w"),
            node("Add", "a", new byte[0], "b", "m"),
            node("Cast", "logits", new byte[0], "a"),
            tensor("w", 2, 3, columns),
            tensor("b", 3, 1, floats(0, 0, 0))));
    assertRows(
        graph(
            node("Transpose", "t", new byte[0], "w"),
            node("MatMul", "logits", new byte[0], "x", "t"),
            tensor("w", 3, 2, weights)));
  }

  @Test
  void aGraphThatEndsOtherwiseShowsNone() throws Exception {
    byte[] weights = floats(1, 2, 3, 4, 5, 6);
    byte[] gemm = node("Gemm", "z", transposed(), "x", "w", "b");
    byte[] tensor = tensor("w", 3, 2, weights);
    assertThat(rows(graph(gemm, node("Softmax", "logits", new byte[0], "z"), tensor))).isEmpty();
    assertThat(rows(graph(node("Gemm", "logits", new byte[0], "x"), tensor))).isEmpty();
    assertThat(rows(graph(node("MatMulInteger", "logits", new byte[0], "x", "w"), tensor)))
        .isEmpty();
    assertThat(rows(graph(node("Gemm", "logits", transposed(), "x", "w"), tensor("w", 3, 9, weights))))
        .isEmpty();
    assertThat(rows("not a network".getBytes(StandardCharsets.UTF_8))).isEmpty();
    byte[] network = Files.readAllBytes(SequenceModelsTest.files("cross-encoder").model());
    assertThat(rows(network)).isPresent();
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 300; round++) {
      byte[] broken = network.clone();
      for (int flips = 1 + random.nextInt(40); flips > 0; flips--) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
      }
      rows(broken);
      rows(java.util.Arrays.copyOf(network, random.nextInt(network.length)));
    }
  }

  private static void assertRows(byte[] network) {
    assertThat(rows(network).orElseThrow()).isEqualTo(new double[][] {{1, 2}, {3, 4}, {5, 6}});
  }

  private static java.util.Optional<double[][]> rows(byte[] network) {
    return LastLayer.rows(ByteBuffer.wrap(network), 3);
  }

  private static float[] logits(double[] x) {
    return new float[] {(float) dot(0, x), (float) dot(1, x), (float) dot(2, x)};
  }

  private static double dot(int row, double[] x) {
    return ROWS[row][0] * x[0] + ROWS[row][1] * x[1] + ROWS[row][2] * x[2];
  }

  private static int argmax(double[] x) {
    int most = 0;
    for (int j = 1; j < 3; j++) {
      most = dot(j, x) > dot(most, x) ? j : most;
    }
    return most;
  }

  /** ModelProto.graph = 7, GraphProto.node = 1, initializer = 5, output = 12. */
  private static byte[] graph(byte[]... parts) {
    ByteArrayOutputStream graph = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      graph.writeBytes(part);
    }
    graph.writeBytes(field(12, field(1, text("logits"))));
    return field(7, graph.toByteArray());
  }

  /** NodeProto: input = 1, output = 2, op_type = 4, attribute = 5. */
  private static byte[] node(String operator, String output, byte[] attribute, String... inputs) {
    ByteArrayOutputStream node = new ByteArrayOutputStream();
    for (String input : List.of(inputs)) {
      node.writeBytes(field(1, text(input)));
    }
    node.writeBytes(field(2, text(output)));
    node.writeBytes(field(4, text(operator)));
    node.writeBytes(attribute);
    return field(1, node.toByteArray());
  }

  /** AttributeProto: name = 1, i = 3. */
  private static byte[] transposed() {
    return field(5, joined(field(1, text("transB")), new byte[] {3 << 3, 1}));
  }

  /** TensorProto: dims = 1, data_type = 2 (float: 1), name = 8, raw_data = 9. */
  private static byte[] tensor(String name, int rows, int columns, byte[] values) {
    return field(
        5,
        joined(
            new byte[] {1 << 3, (byte) rows, 1 << 3, (byte) columns, 2 << 3, 1},
            field(8, text(name)),
            field(9, values)));
  }

  private static byte[] floats(double... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    return bytes.array();
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Tag with wire type 2, length as a varint, bytes. */
  private static byte[] field(int number, byte[] bytes) {
    ByteArrayOutputStream field = new ByteArrayOutputStream();
    field.write(number << 3 | 2);
    int left = bytes.length;
    for (; left > 127; left >>>= 7) {
      field.write(left & 127 | 128);
    }
    field.write(left);
    field.writeBytes(bytes);
    return field.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
