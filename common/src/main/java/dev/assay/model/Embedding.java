package dev.assay.model;

/**
 * A text's vector. The array is shared and must not be changed.
 *
 * @param vector unit length
 * @param tokens number of tokens that the whole text has, special tokens included
 * @param truncated whether the text was longer than the model reads
 */
@SuppressWarnings("ArrayRecordComponent") // one allocation a text; never compared
public record Embedding(float[] vector, int tokens, boolean truncated) {

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
