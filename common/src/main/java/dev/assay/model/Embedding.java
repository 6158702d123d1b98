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
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }
}
