package dev.assay.model.onnx;

import java.io.Serializable;
import java.util.List;

/**
 * Which ONNX sequence model to load.
 *
 * @param source a directory or URI with {@code model.onnx} and {@code tokenizer.json}
 * @param labels names of the outputs, in order; empty: those of {@code config.json} beside the
 *     model
 * @param template where the model reads premise and hypothesis as one text: that text, with {@code
 *     {premise}} and {@code {hypothesis}}; empty: it reads a pair
 * @param maxLength tokens that the model reads, special tokens included
 * @param batchSize texts of one run
 * @param device {@code auto}, {@code cpu} or {@code gpu:N}
 */
public record SequenceSpec(
    String source,
    List<String> labels,
    String template,
    int maxLength,
    int batchSize,
    String device)
    implements Serializable {

  public SequenceSpec {
    labels = List.copyOf(labels);
  }
}
