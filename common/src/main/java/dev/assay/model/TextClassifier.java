package dev.assay.model;

import java.util.List;

/**
 * Gives texts a probability for each of its labels, or another value in [0, 1] where the class says
 * so. Thread-safe; a text's values do not depend on the other texts of a call.
 */
public interface TextClassifier {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /** The labels, in order. */
  List<String> labels();

  /** One result per text, in order. */
  List<Classes> classify(List<String> texts);

  /** The highest value that it can give a label: 1 unless a class says less. */
  default double highest() {
    return 1;
  }

  /**
   * @param probabilities by label, in order; the highest of its windows where the text is longer
   *     than the model reads
   * @param windows how many windows the text was read in, from 1
   * @param truncated whether a part of the text was not read
   */
  record Classes(List<Double> probabilities, int windows, boolean truncated) {
    public Classes {
      probabilities = List.copyOf(probabilities);
    }

    /** Of a text that was read whole. */
    public Classes(List<Double> probabilities, int windows) {
      this(probabilities, windows, false);
    }
  }
}
