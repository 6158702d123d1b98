package dev.assay.support;

import dev.assay.base.Identified;

/** What the model sees of a sentence against its context, and which way each can only count. */
public enum Feature implements Identified {
  /** The lowest best-match cosine of the sentence's content tokens. */
  MIN_ALIGNMENT(1),
  /** How much of the sentence is copied in long runs. */
  FRAGMENT_DENSITY(1),
  /** Share of its words, weighted by rarity, that the context has. */
  UNIGRAM_IDF(1),
  /** Its numbers that the context does not say, at most 3. */
  NUMBER_MISMATCH(-1),
  /** Its names that the context does not have, at most 3. */
  ENTITY_MISMATCH(-1),
  /**
   * 1 if its best-aligned sentence says nearly the same and one of the two is negated, the other
   * not.
   */
  NEGATION_XOR(-1),
  /** 1 if its best-aligned sentence says nearly the same with the opposite of one of its words. */
  ANTONYM(-1);

  private final int sign;

  Feature(int sign) {
    this.sign = sign;
  }

  /** 1 where more of it can only speak for support, −1 where only against. */
  public int sign() {
    return sign;
  }
}
