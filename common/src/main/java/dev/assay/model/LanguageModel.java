package dev.assay.model;

import java.util.List;

/**
 * Gives every token of a text its probability after those before it. Thread-safe; what it says of a
 * text does not depend on the other texts of a call.
 */
public interface LanguageModel {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /**
   * One list per text, in order: the natural logarithm of each token's probability, the first
   * token's included; empty for a text without tokens.
   */
  List<List<Double>> logProbabilities(List<String> texts);

  /** Whether it gives probabilities to a text on its own; false where only after a prompt. */
  default boolean readsAlone() {
    return true;
  }
}
