package dev.assay.grammar.modular;

import dev.assay.base.Identified;

/** How it is known whether the retrieved passages suffice for an answer. */
public enum CauseWay implements Identified {
  /** A configured metric of the retrieval passes or does not. */
  SCORE,
  /** A document that is known to be relevant was retrieved, or none was. */
  DOCUMENTS,
  /**
   * The passages contain the true answer, or do not. It says nothing where a correct answer had
   * passages in which it was not found: then they say it in other words.
   */
  ANSWER,
  /**
   * What was retrieved is compared with what was for correct answers of the same group: one of the
   * passages that all of those had (any of theirs, where they share none) is enough.
   */
  CONTEXTS,
  /**
   * A wrong answer that the passages entail was taken from them, so they mislead and retrieval is
   * at fault; a correct one that they entail had passages that suffice. It says nothing of an
   * answer that they do not entail.
   */
  ENTAILMENT
}
