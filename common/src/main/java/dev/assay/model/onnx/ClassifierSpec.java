package dev.assay.model.onnx;

import java.io.Serializable;
import java.util.List;

/**
 * Which classifier of texts or of their tokens to load.
 *
 * @param kind {@code onnx}, {@code none}, {@code linear} for toxicity, {@code exemplars} for
 *     topics, {@code vader} for sentiment, {@code opennlp} for languages
 * @param source a directory or URI with {@code model.onnx} and {@code tokenizer.json}; with {@code
 *     linear} the weights; with {@code exemplars} a file or folder of example questions
 * @param revision how its revision must begin; empty: any
 * @param labels names of its outputs; empty: those of its config.json
 * @param activation {@code sigmoid} where labels are independent, {@code softmax} where one holds
 * @param maxLength tokens that it reads
 * @param batchSize texts of one run
 * @param device where it runs: {@code auto}, {@code cpu}, {@code cuda} or {@code gpu:N}; empty:
 *     where the embedder runs
 */
public record ClassifierSpec(
    String kind,
    String source,
    String revision,
    List<String> labels,
    String activation,
    int maxLength,
    int batchSize,
    String device)
    implements Serializable {
  /** A network. */
  public static final String ONNX = "onnx";

  /** Logistic regressions over the sentence embeddings. */
  public static final String LINEAR = "linear";

  /** Example questions, by the sentence embeddings. */
  public static final String EXEMPLARS = "exemplars";

  /** Rules and a lexicon. */
  public static final String VADER = "vader";

  /** OpenNLP's detector of languages. */
  public static final String OPENNLP = "opennlp";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  public ClassifierSpec {
    labels = List.copyOf(labels);
  }

  /** Where the embedder runs. */
  public ClassifierSpec(
      String kind,
      String source,
      String revision,
      List<String> labels,
      String activation,
      int maxLength,
      int batchSize) {
    this(kind, source, revision, labels, activation, maxLength, batchSize, "");
  }

  /** An empty slot. */
  public static ClassifierSpec none() {
    return of(NONE, "");
  }

  /** The toxicity model that the product carries. */
  public static ClassifierSpec toxicity() {
    return of(LINEAR, "bundled:toxicity-v1");
  }

  /** The example questions in the file or folder {@code source}. */
  public static ClassifierSpec exemplars(String source) {
    return of(EXEMPLARS, source);
  }

  /** VADER's rules and lexicon. */
  public static ClassifierSpec vader() {
    return of(VADER, "");
  }

  /** The language identifier that the product carries. */
  public static ClassifierSpec opennlp() {
    return of(OPENNLP, "");
  }

  private static ClassifierSpec of(String kind, String source) {
    return new ClassifierSpec(kind, source, "", List.of(), "sigmoid", 512, 16);
  }

  /** Whether the slot is filled. */
  public boolean filled() {
    return !kind.equals(NONE);
  }

  /** Whether a network of its own fills it. */
  public boolean hasNetwork() {
    return kind.equals(ONNX);
  }

  /** The same on {@code other}. */
  public ClassifierSpec withDevice(String other) {
    return new ClassifierSpec(
        kind, source, revision, labels, activation, maxLength, batchSize, other);
  }

  /** The network, on {@code device}. */
  public SequenceSpec network(String device) {
    return new SequenceSpec(source, labels, "", maxLength, batchSize, device);
  }
}
