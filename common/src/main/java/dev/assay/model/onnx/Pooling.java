package dev.assay.model.onnx;

import dev.assay.base.Identified;

/** How the vectors of a text's tokens become one vector. */
public enum Pooling implements Identified {
  /** The first token's vector, as BGE models are trained. */
  CLS,
  /** The mean over all tokens, special tokens included, as MiniLM models are trained. */
  MEAN;

  /** The pooling named {@code id}; any other text than cls or mean is an error. */
  public static Pooling of(String id) {
    for (Pooling pooling : values()) {
      if (pooling.id().equalsIgnoreCase(id.strip())) {
        return pooling;
      }
    }
    throw new IllegalArgumentException("Unknown pooling '" + id + "'. Known: cls, mean");
  }

  /**
   * Pools the hidden states {@code [tokens, dimension]} of one text.
   *
   * @param states of a batch, row-major
   * @param start where those of the text begin
   * @param tokens of the text, without padding
   */
  float[] pool(float[] states, int start, int tokens, int dimension) {
    float[] vector = new float[dimension];
    if (this == CLS) {
      System.arraycopy(states, start, vector, 0, dimension);
      return vector;
    }
    for (int d = 0; d < dimension; d++) {
      double sum = 0;
      for (int t = 0; t < tokens; t++) {
        sum += states[start + t * dimension + d];
      }
      vector[d] = (float) (sum / tokens);
    }
    return vector;
  }
}
