package dev.assay.model.onnx;

import java.io.Serializable;

/**
 * Which causal language model to load.
 *
 * @param kind {@code onnx}, {@code encoder-decoder}, {@code ngram}, {@code endpoint} or {@code
 *     none}
 * @param source for {@code endpoint} its name; for {@code ngram} a file or folder of text; else a
 *     directory or URI with {@code model.onnx}, {@code tokenizer.json} and a {@code config.json}
 *     that has {@code bos_token_id}
 * @param revision how its revision must begin; empty: any
 * @param maxLength tokens of one window; a longer text is read in windows that overlap by half
 * @param device where it runs: {@code auto}, {@code cpu}, {@code cuda} or {@code gpu:N}; empty:
 *     where the embedder runs
 */
public record CausalSpec(String kind, String source, String revision, int maxLength, String device)
    implements Serializable {
  /** A network. */
  public static final String ONNX = "onnx";

  /** A network that reads a prompt and writes after it. */
  public static final String ENCODER_DECODER = "encoder-decoder";

  /** A word trigram model of texts. */
  public static final String NGRAM = "ngram";

  /** A model behind an endpoint, which {@code source} names. */
  public static final String ENDPOINT = "endpoint";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  /** Where the embedder runs. */
  public CausalSpec(String kind, String source, String revision, int maxLength) {
    this(kind, source, revision, maxLength, "");
  }

  /** An empty slot. */
  public static CausalSpec none() {
    return new CausalSpec(NONE, "", "", 256);
  }

  /** Whether a network of its own fills it. */
  public boolean hasNetwork() {
    return kind.equals(ONNX) || kind.equals(ENCODER_DECODER);
  }

  /** The same on {@code other}. */
  public CausalSpec withDevice(String other) {
    return new CausalSpec(kind, source, revision, maxLength, other);
  }
}
