package dev.assay.model;

import java.util.List;

/**
 * Maps texts to vectors of unit length whose inner product is their similarity. Thread-safe. The
 * vector of a text does not depend on the other texts of a call.
 */
public interface Embedder {

  /** Name, revision and pooling: enters fingerprints and the {@code model} columns. */
  String id();

  /** Length of the vectors. */
  int dimension();

  /** One embedding per text, in order. Empty text has a vector too (the model's own). */
  List<Embedding> embed(List<String> texts);

  /**
   * The batches in which {@link #embed} would run the model, each text in one of them, for callers
   * that share them out.
   *
   * @param texts distinct ones
   */
  default List<TextBatch<Embedding>> toEmbed(List<String> texts) {
    return TextBatch.byLength(texts, this::embed);
  }
}
