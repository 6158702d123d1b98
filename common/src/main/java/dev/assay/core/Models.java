package dev.assay.core;

import dev.assay.model.Embedder;
import java.util.Optional;

/**
 * The models of this executor. Handles remember what they have computed, so that ten evaluators
 * that embed one answer cost one computation.
 */
public interface Models {

  /** The sentence embedder. Every run has one. */
  Embedder embedder();

  /** Why {@code slot} has no model, or empty when it is filled. */
  Optional<String> missing(Slot slot);
}
