package dev.assay.core;

import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel;
import dev.assay.model.TokenEmbedder;
import java.util.Optional;

/**
 * The models of this executor. Handles remember what they have computed, so that ten evaluators
 * that embed one answer cost one computation.
 */
public interface Models {

  /** The sentence embedder. Every run has one. */
  Embedder embedder();

  /** The premise and hypothesis model; to be asked for where {@link #missing} names no reason. */
  default EntailmentModel entailment() {
    throw new IllegalStateException("No model in slot entailment");
  }

  /** Contextual token vectors; to be asked for where {@link #missing} names no reason. */
  default TokenEmbedder tokenEmbedder() {
    throw new IllegalStateException("No model in slot token_embedder");
  }

  /** Why {@code slot} has no model, or empty when it is filled. */
  Optional<String> missing(Slot slot);
}
