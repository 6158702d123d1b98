package dev.assay.model.onnx;

import java.io.Serializable;
import java.util.List;

/**
 * Which premise and hypothesis model to load.
 *
 * @param kind {@link #SUPPORT}, {@link #NLI}, {@link #CONSISTENCY} or {@link #NONE}
 * @param source {@code bundled:support-v1} or a file of weights that {@code train-support} wrote;
 *     for a network its directory or URI
 * @param revision how its revision must begin; empty: any
 * @param labels names of a network's outputs; empty: those of its config.json
 * @param template what a network reads that takes premise and hypothesis as one text; empty: a pair
 * @param weightNorms lengths of a network's last weights, by output; empty: those of its graph
 * @param maxLength tokens that a network reads
 * @param batchSize pairs of one run
 * @param remember content tokens (support), or pairs, that an executor remembers
 * @param device where it runs: {@code auto}, {@code cpu}, {@code cuda} or {@code gpu:N}; empty:
 *     where the embedder runs
 */
public record EntailmentSpec(
    String kind,
    String source,
    String revision,
    List<String> labels,
    String template,
    List<Double> weightNorms,
    int maxLength,
    int batchSize,
    int remember,
    String device)
    implements Serializable {
  /** The embedded support model. */
  public static final String SUPPORT = "support";

  /** A network that judges a sentence by a passage. */
  public static final String NLI = "nli";

  /** A network that judges a whole answer by a passage, as HHEM does. */
  public static final String CONSISTENCY = "consistency";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  public EntailmentSpec {
    labels = List.copyOf(labels);
    weightNorms = List.copyOf(weightNorms);
  }

  /** Where the embedder runs. */
  public EntailmentSpec(
      String kind,
      String source,
      String revision,
      List<String> labels,
      String template,
      List<Double> weightNorms,
      int maxLength,
      int batchSize,
      int remember) {
    this(kind, source, revision, labels, template, weightNorms, maxLength, batchSize, remember, "");
  }

  /** The support model with the weights that the product carries. */
  public static EntailmentSpec support() {
    return new EntailmentSpec(
        SUPPORT, "bundled:support-v1", "", List.of(), "", List.of(), 512, 16, 40_000);
  }

  /** Whether a network of its own fills it. */
  public boolean hasNetwork() {
    return kind.equals(NLI) || kind.equals(CONSISTENCY);
  }

  /** The same on {@code other}. */
  public EntailmentSpec withDevice(String other) {
    return new EntailmentSpec(
        kind,
        source,
        revision,
        labels,
        template,
        weightNorms,
        maxLength,
        batchSize,
        remember,
        other);
  }

  /** The network of {@link #NLI} and {@link #CONSISTENCY}, on {@code device}. */
  public SequenceSpec network(String device) {
    return new SequenceSpec(source, labels, template, maxLength, batchSize, device);
  }
}
