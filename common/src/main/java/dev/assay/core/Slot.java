package dev.assay.core;

import dev.assay.base.Identified;

/** A place for a model that the configuration fills ({@code models.NAME}). */
public enum Slot implements Identified {
  /** Sentence embedder. */
  EMBEDDER,
  /** Premise and hypothesis model. */
  ENTAILMENT,
  /** Classifier of toxic language. */
  TOXICITY,
  /** Classifier of biased language. */
  BIAS,
  /** Classifier of the tone of a text. */
  TONE,
  /** Classifier of questions that the system is not for. */
  TOPIC,
  /** How positive or negative a text sounds. */
  SENTIMENT,
  /** Recogniser of named entities. */
  NER,
  /** Identifier of a text's language. */
  LANGUAGE_ID,
  /** Causal language model with token log-probabilities. */
  LANGUAGE_MODEL,
  /** Contextual token embeddings. */
  TOKEN_EMBEDDER,
  /** Model that reads two texts together and says how alike they are. */
  CROSS_ENCODER,
  /** Chat model. */
  CHAT;

  /** Its block in the configuration, below {@code models}. */
  public String key() {
    return id().replace('_', '-');
  }
}
