package dev.assay.core;

/** A part of an {@link Example} that an evaluator can need or use. */
public enum Field {
  QUESTION,
  EXPECTED,
  CONTEXTS,
  ANSWER,
  CONDITION,
  /** Ids of the documents or chunks that are known to be relevant. */
  RELEVANT_IDS,
  FACTS,
  ARTIFACTS,
  ANSWERABLE,
  /** Further answers of the same system to the same question. */
  REPEATS
}
