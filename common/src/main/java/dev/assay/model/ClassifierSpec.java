package dev.assay.model;

import java.io.Serializable;
import java.util.List;

/**
 * Which text classifier to load.
 *
 * @param kind {@code onnx} or {@code none}
 * @param source a directory or URI with {@code model.onnx} and {@code tokenizer.json}
 * @param revision how its revision must begin; empty: any
 * @param labels names of its outputs; empty: those of its config.json
 * @param activation {@code sigmoid} where labels are independent, {@code softmax} where one holds
 * @param maxLength tokens that it reads
 * @param batchSize texts of one run
 */
public record ClassifierSpec(
    String kind,
    String source,
    String revision,
    List<String> labels,
    String activation,
    int maxLength,
    int batchSize)
    implements Serializable {
  /** A network. */
  public static final String ONNX = "onnx";

  /** No model: what needs one is not applicable. */
  public static final String NONE = "none";

  public ClassifierSpec {
    labels = List.copyOf(labels);
  }

  /** An empty slot. */
  public static ClassifierSpec none() {
    return new ClassifierSpec(NONE, "", "", List.of(), "sigmoid", 512, 16);
  }

  /** The network, on {@code device}. */
  public SequenceSpec network(String device) {
    return new SequenceSpec(source, labels, "", maxLength, batchSize, device);
  }
}
