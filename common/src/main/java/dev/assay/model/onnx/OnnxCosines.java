package dev.assay.model.onnx;

import static dev.assay.model.onnx.ProductNetwork.ANY;

import ai.onnxruntime.OnnxTensor;
import dev.assay.model.TokenCosines;
import dev.assay.model.TokenVectors;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Cosines of tokens by the matrix product of ONNX Runtime, on the caller's thread: several times as
 * fast as a loop in Java. The order of sums, and so the last bits, depend on the processor and on
 * how many tokens the texts of a call have together; equal tokens have equal cosines in a call of
 * up to {@value #COLUMNS}.
 */
final class OnnxCosines implements TokenCosines, AutoCloseable {
  /** Tokens of a text that are multiplied at once. */
  private static final int ROWS = 128;

  /** Tokens of others at once: a room of some megabytes for each thread. */
  private static final int COLUMNS = 2_048;

  /** A single row takes another way through the runtime, on which sums depend on the column. */
  private static final int FEWEST = 2;

  private static final String TEXT = "text";
  private static final String OTHERS = "others";
  private static final String OUT = "cosines";

  private final int dimension;
  private final ProductNetwork.Opened network;
  private final ConcurrentLinkedQueue<Room> rooms = new ConcurrentLinkedQueue<>();

  /** Where matrices stand for the runtime. */
  private record Room(FloatBuffer text, FloatBuffer others, FloatBuffer cosines) {}

  /**
   * @param dimension of the tokens' vectors
   * @throws dev.assay.model.ModelException where ONNX Runtime does not start on this platform
   */
  OnnxCosines(int dimension) {
    this.dimension = dimension;
    network =
        new ProductNetwork("Gemm", List.of(TEXT, OTHERS), OUT)
            .attribute("transB", 1)
            .input(TEXT, ANY, dimension)
            .input(OTHERS, ANY, dimension)
            .output(ANY, ANY)
            .open();
  }

  @Override
  public float[][] best(TokenVectors text, List<TokenVectors> others) {
    check(text);
    others.forEach(this::check);
    float[][] best = TokenCosines.lowest(text, others);
    int[] owners = owners(others);
    if (owners.length == 0 || text.size() == 0) {
      return best;
    }
    Room taken = rooms.poll();
    Room room = taken == null ? room() : taken;
    int other = 0;
    int token = 0;
    for (int from = 0; from < owners.length; from += COLUMNS) {
      int columns = Math.min(COLUMNS, owners.length - from);
      for (int c = 0; c < columns; ) {
        TokenVectors some = others.get(other);
        int n = Math.min(columns - c, some.size() - token);
        room.others().put(c * dimension, some.values(), token * dimension, n * dimension);
        c += n;
        token += n;
        if (token == some.size()) {
          other++;
          token = 0;
        }
      }
      raise(best, text, owners, from, columns, room);
    }
    rooms.add(room);
    return best;
  }

  /** Which of {@code others} each of their tokens is of. */
  private static int[] owners(List<TokenVectors> others) {
    int[] owners = new int[others.stream().mapToInt(TokenVectors::size).sum()];
    int c = 0;
    for (int o = 0; o < others.size(); o++) {
      for (int t = 0; t < others.get(o).size(); t++) {
        owners[c++] = o;
      }
    }
    return owners;
  }

  /** By the tokens {@code from} to {@code from + columns} of the others, which are in the room. */
  private void raise(
      float[][] best, TokenVectors text, int[] owners, int from, int columns, Room room) {
    for (int first = 0; first < text.size(); first += ROWS) {
      int rows = Math.min(ROWS, text.size() - first);
      room.text().put(0, text.values(), first * dimension, rows * dimension);
      float[] cosines = product(Math.max(FEWEST, rows), columns, room);
      for (int r = 0; r < rows; r++) {
        for (int c = 0; c < columns; c++) {
          float[] own = best[owners[from + c]];
          own[first + r] = Math.max(own[first + r], cosines[r * columns + c]);
        }
      }
    }
  }

  private float[] product(int rows, int columns, Room room) {
    try (OnnxTensor text = network.matrix(room.text(), rows, dimension);
        OnnxTensor others = network.matrix(room.others(), columns, dimension);
        OnnxTensor cosines = network.matrix(room.cosines(), rows, columns)) {
      long begun = System.nanoTime();
      network.run(Map.of(TEXT, text, OTHERS, others), Map.of(OUT, cosines));
      Inferences.beside(begun);
    }
    float[] values = new float[rows * columns];
    room.cosines().get(0, values);
    return values;
  }

  private void check(TokenVectors tokens) {
    if (tokens.dimension() != dimension) {
      throw new IllegalArgumentException(
          "Token vectors of %d and %d dimensions come from two models"
              .formatted(tokens.dimension(), dimension));
    }
  }

  private Room room() {
    return new Room(
        ProductNetwork.room(ROWS * dimension),
        ProductNetwork.room(COLUMNS * dimension),
        ProductNetwork.room(ROWS * COLUMNS));
  }

  @Override
  public void close() {
    network.close();
  }
}
