package dev.assay.model.onnx;

import java.io.Serializable;

/**
 * Which encoder gives token vectors.
 *
 * @param kind {@link #BUNDLED}, {@link #ONNX} or {@link #NONE}
 * @param source for a network a directory or URI with {@code model.onnx} and {@code tokenizer.json}
 * @param revision how its revision must begin; empty: any
 * @param maxLength tokens that it reads
 * @param batchSize texts of one run
 */
public record TokenSpec(String kind, String source, String revision, int maxLength, int batchSize)
    implements Serializable {
  /** The sentence embedder that the product carries, by its tokens. */
  public static final String BUNDLED = "bundled";

  /** A network. */
  public static final String ONNX = "onnx";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  /** The encoder that the product carries. */
  public static TokenSpec bundled() {
    return of(BUNDLED);
  }

  /** An empty slot. */
  public static TokenSpec none() {
    return of(NONE);
  }

  private static TokenSpec of(String kind) {
    return new TokenSpec(kind, "", "", 512, 16);
  }

  /** The network of {@link #ONNX}, on {@code device}. */
  public ModelSpec network(String device) {
    return new ModelSpec(ModelSpec.ONNX, source, Pooling.CLS, true, maxLength, batchSize, device);
  }
}
