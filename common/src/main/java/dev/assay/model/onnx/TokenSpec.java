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
 * @param device where it runs: {@code auto}, {@code cpu}, {@code cuda} or {@code gpu:N}; empty:
 *     where the embedder runs
 */
public record TokenSpec(
    String kind, String source, String revision, int maxLength, int batchSize, String device)
    implements Serializable {
  /** The sentence embedder that the product carries, by its tokens. */
  public static final String BUNDLED = "bundled";

  /** A network. */
  public static final String ONNX = "onnx";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  /** Where the embedder runs. */
  public TokenSpec(String kind, String source, String revision, int maxLength, int batchSize) {
    this(kind, source, revision, maxLength, batchSize, "");
  }

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

  /** Whether a network of its own fills it. */
  public boolean hasNetwork() {
    return kind.equals(ONNX);
  }

  /** The same on {@code other}. */
  public TokenSpec withDevice(String other) {
    return new TokenSpec(kind, source, revision, maxLength, batchSize, other);
  }

  /** The network of {@link #ONNX}, on {@code device}. */
  public ModelSpec network(String device) {
    return new ModelSpec(ModelSpec.ONNX, source, Pooling.CLS, true, maxLength, batchSize, device);
  }
}
