package dev.assay.core;

import dev.assay.model.CrossEncoder;
import dev.assay.model.Embedder;
import dev.assay.model.EntailmentModel;
import dev.assay.model.EntityRecogniser;
import dev.assay.model.LanguageIdentifier;
import dev.assay.model.LanguageModel;
import dev.assay.model.SentimentModel;
import dev.assay.model.TextClassifier;
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

  /** The classifier in {@code slot}; to be asked for where {@link #missing} names no reason. */
  default TextClassifier classifier(Slot slot) {
    throw new IllegalStateException("No model in slot " + slot.id());
  }

  /** What judges sentiment; to be asked for where {@link #missing} names no reason. */
  default SentimentModel sentiment() {
    throw new IllegalStateException("No model in slot sentiment");
  }

  /** What finds named entities; to be asked for where {@link #missing} names no reason. */
  default EntityRecogniser entities() {
    throw new IllegalStateException("No model in slot ner");
  }

  /** What identifies languages; to be asked for where {@link #missing} names no reason. */
  default LanguageIdentifier languages() {
    throw new IllegalStateException("No model in slot language_id");
  }

  /** The causal language model; to be asked for where {@link #missing} names no reason. */
  default LanguageModel languageModel() {
    throw new IllegalStateException("No model in slot language_model");
  }

  /** What compares two texts; to be asked for where {@link #missing} names no reason. */
  default CrossEncoder crossEncoder() {
    throw new IllegalStateException("No model in slot cross_encoder");
  }

  /** Why {@code slot} has no model, or empty when it is filled. */
  Optional<String> missing(Slot slot);
}
