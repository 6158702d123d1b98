package dev.assay.model;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A text's vector. The array is shared and must not be changed.
 *
 * @param vector unit length
 * @param tokens number of tokens that the whole text has, special tokens included
 * @param truncated whether the text was longer than the model reads
 */
@SuppressWarnings("ArrayRecordComponent") // one allocation a text; never compared
public record Embedding(float[] vector, int tokens, boolean truncated) {

  /** All of it, to be read by {@link #of}. */
  ByteBuffer bytes() {
    ByteBuffer bytes =
        ByteBuffer.allocate(2 * Integer.BYTES + vector.length * Float.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(tokens)
            .putInt(truncated ? 1 : 0);
    bytes.asFloatBuffer().put(vector);
    return bytes.rewind();
  }

  static Embedding of(ByteBuffer bytes) {
    int tokens = bytes.getInt();
    boolean truncated = bytes.getInt() != 0;
    float[] vector = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(vector);
    return new Embedding(vector, tokens, truncated);
  }

  /** Inner product with {@code other}: the cosine, both being of unit length. Not clipped. */
  public double cosine(Embedding other) {
    float[] a = vector;
    float[] b = other.vector;
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "Vectors of " + a.length + " and " + b.length + " dimensions come from two models");
    }
    // Four sums: one alone would wait for every addition before the next.
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i <= a.length - 4; i += 4) {
      s0 += (double) a[i] * b[i];
      s1 += (double) a[i + 1] * b[i + 1];
      s2 += (double) a[i + 2] * b[i + 2];
      s3 += (double) a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      s0 += (double) a[i] * b[i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
