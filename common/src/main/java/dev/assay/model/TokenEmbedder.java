package dev.assay.model;

import java.util.List;

/**
 * Maps texts to a vector for each of their tokens, in the context of the text. Thread-safe. The
 * vectors of a text do not depend on the other texts of a call.
 */
public interface TokenEmbedder {

  /** Name and revision of what computes: enters fingerprints and the {@code model} columns. */
  String id();

  /** The tokens' vectors and, from the same run of the model, the text's own; in order. */
  List<EncodedText> encode(List<String> texts);

  /**
   * The batches in which {@link #encode} would run the model, each text in one of them, for callers
   * that share them out.
   *
   * @param texts distinct ones
   */
  default List<TextBatch<EncodedText>> toEncode(List<String> texts) {
    return TextBatch.byLength(texts, this::encode);
  }

  /** The ids of the tokens that {@link #encode} gives vectors of, in order; runs no model. */
  List<long[]> ids(List<String> texts);

  /** What compares such tokens fastest here. */
  default TokenCosines cosines() {
    return TokenCosines::inJava;
  }
}
