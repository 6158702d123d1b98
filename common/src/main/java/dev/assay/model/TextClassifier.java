package dev.assay.model;

import java.util.List;

/**
 * Gives texts a probability for each of its labels. Thread-safe; a text's probabilities do not
 * depend on the other texts of a call.
 */
public interface TextClassifier {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /** The labels, in order. */
  List<String> labels();

  /** One result per text, in order. */
  List<Classes> classify(List<String> texts);

  /**
   * @param probabilities by label, in order; the highest of its windows where the text is longer
   *     than the model reads
   * @param windows how many windows the text was read in, from 1
   */
  record Classes(List<Double> probabilities, int windows) {
    public Classes {
      probabilities = List.copyOf(probabilities);
    }
  }
}
