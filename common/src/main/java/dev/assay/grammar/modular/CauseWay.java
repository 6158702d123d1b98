package dev.assay.grammar.modular;

import java.util.Locale;

/** How it is known whether the retrieved passages suffice for an answer. */
public enum CauseWay {
  /** A configured metric of the retrieval passes or does not. */
  SCORE,
  /** A document that is known to be relevant was retrieved, or none was. */
  DOCUMENTS,
  /** The passages contain the true answer, or do not. */
  ANSWER,
  /**
   * What was retrieved is compared with what was for correct answers of the same group: one of the
   * passages that all of those had (any of theirs, where they share none) is enough.
   */
  CONTEXTS;

  /** The name in small letters. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
