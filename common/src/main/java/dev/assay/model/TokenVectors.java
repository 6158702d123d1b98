package dev.assay.model;

import java.nio.ByteBuffer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The vectors of a text's tokens, each of unit length. The arrays are shared and must not be
 * changed.
 *
 * @param values row-major, one row a token
 * @param dimension length of a vector
 * @param starts where each token begins in the text, -1 for a special token
 * @param ends where each ends
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TokenVectors(float[] values, int dimension, int[] starts, int[] ends) {

  /** The tokens of row {@code row} of hidden states {@code [rows, tokens, dimension]}. */
  public static TokenVectors of(float[] states, int row, int dimension, int[] starts, int[] ends) {
    float[] values = new float[starts.length * dimension];
    int from = row * values.length;
    for (int t = 0; t < starts.length; t++) {
      int first = t * dimension;
      double squares = squares(states, from + first, dimension);
      if (!(squares > 0) || !Double.isFinite(squares)) {
        throw new ModelException("The network gave a token vector of length " + Math.sqrt(squares));
      }
      double scale = 1 / Math.sqrt(squares);
      for (int d = 0; d < dimension; d++) {
        values[first + d] = (float) (states[from + first + d] * scale);
      }
    }
    return new TokenVectors(values, dimension, starts, ends);
  }

  private static double squares(float[] states, int from, int dimension) {
    // Four sums: one alone would wait for every addition before the next.
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int d = 0;
    for (; d <= dimension - 4; d += 4) {
      double x0 = states[from + d];
      double x1 = states[from + d + 1];
      double x2 = states[from + d + 2];
      double x3 = states[from + d + 3];
      s0 += x0 * x0;
      s1 += x1 * x1;
      s2 += x2 * x2;
      s3 += x3 * x3;
    }
    for (; d < dimension; d++) {
      s0 += (double) states[from + d] * states[from + d];
    }
    return (s0 + s1) + (s2 + s3);
  }

  /** How many bytes {@link #write} writes. */
  public int bytes() {
    return Integer.BYTES * (2 + 2 * size()) + Float.BYTES * values.length;
  }

  /** Writes all of it, to be read by {@link #read}. */
  public void write(ByteBuffer bytes) {
    bytes.putInt(size()).putInt(dimension);
    for (int t = 0; t < size(); t++) {
      bytes.putInt(starts[t]).putInt(ends[t]);
    }
    bytes.asFloatBuffer().put(values);
    bytes.position(bytes.position() + Float.BYTES * values.length);
  }

  /** What {@link #write} wrote, to the last bit. */
  public static TokenVectors read(ByteBuffer bytes) {
    int size = bytes.getInt();
    int dimension = bytes.getInt();
    int[] starts = new int[size];
    int[] ends = new int[size];
    for (int t = 0; t < size; t++) {
      starts[t] = bytes.getInt();
      ends[t] = bytes.getInt();
    }
    float[] values = new float[size * dimension];
    bytes.asFloatBuffer().get(values);
    bytes.position(bytes.position() + Float.BYTES * values.length);
    return new TokenVectors(values, dimension, starts, ends);
  }

  /** Number of tokens. */
  public int size() {
    return starts.length;
  }

  /** The tokens whose position passes, in order. */
  public TokenVectors where(IntPredicate keep) {
    int[] kept = IntStream.range(0, size()).filter(keep).toArray();
    float[] some = new float[kept.length * dimension];
    int[] from = new int[kept.length];
    int[] to = new int[kept.length];
    for (int k = 0; k < kept.length; k++) {
      System.arraycopy(values, kept[k] * dimension, some, k * dimension, dimension);
      from[k] = starts[kept[k]];
      to[k] = ends[kept[k]];
    }
    return new TokenVectors(some, dimension, from, to);
  }

  /**
   * Raises {@code best}, one number for each token here, to the highest cosine with a token of
   * {@code other}, where that is higher.
   */
  public void raise(float[] best, TokenVectors other) {
    if (other.dimension != dimension) {
      throw new IllegalArgumentException(
          "Token vectors of %d and %d dimensions come from two models"
              .formatted(dimension, other.dimension));
    }
    for (int i = 0; i < size(); i++) {
      for (int j = 0; j < other.size(); j++) {
        best[i] = Math.max(best[i], product(i * dimension, other.values, j * dimension));
      }
    }
  }

  private float product(int a, float[] others, int b) {
    // Eight sums: one alone would wait for every addition before the next.
    float s0 = 0;
    float s1 = 0;
    float s2 = 0;
    float s3 = 0;
    float s4 = 0;
    float s5 = 0;
    float s6 = 0;
    float s7 = 0;
    int d = 0;
    for (; d <= dimension - 8; d += 8) {
      s0 += values[a + d] * others[b + d];
      s1 += values[a + d + 1] * others[b + d + 1];
      s2 += values[a + d + 2] * others[b + d + 2];
      s3 += values[a + d + 3] * others[b + d + 3];
      s4 += values[a + d + 4] * others[b + d + 4];
      s5 += values[a + d + 5] * others[b + d + 5];
      s6 += values[a + d + 6] * others[b + d + 6];
      s7 += values[a + d + 7] * others[b + d + 7];
    }
    for (; d < dimension; d++) {
      s0 += values[a + d] * others[b + d];
    }
    return ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
  }
}
