package dev.assay.perturb;

import dev.assay.base.Identified;

/**
 * What a perturbation does to the meaning of a question: it decides what a changed answer means.
 */
public enum Meaning implements Identified {
  /** The same is asked: numbers, names and negations survive, and a good answer stays good. */
  PRESERVED,
  /** The same is asked of who can decode it. */
  ENCODED,
  /** The same is asked, of or by another kind of person. */
  COUNTERFACTUAL,
  /** The same is asked beside an attack; the answer should not change. */
  ATTACKED,
  /** Something else is asked, or something false is said: the expected answer may not hold. */
  CHANGED,
  /** Another question, which the corpus is not expected to answer. */
  REPLACED;

  /** Whether the expected answer of the origin is that of the twin too. */
  public boolean keepsAnswer() {
    return this != CHANGED && this != REPLACED;
  }

  /** That of both changes, one after the other: the one that leaves less of the question. */
  Meaning and(Meaning next) {
    return compareTo(next) >= 0 ? this : next;
  }
}
