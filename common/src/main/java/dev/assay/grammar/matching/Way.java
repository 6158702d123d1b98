package dev.assay.grammar.matching;

import dev.assay.base.Identified;

/** Which comparison decided whether an answer is correct; {@link #code} is what is stored. */
public enum Way implements Identified {
  /** The words of answer and truth are the same. */
  EXACT(1),
  NUMBER(2),
  DATE(3),
  /** The words of the truth stand in the answer. */
  TEXT(4),
  BOOLEAN(5),
  SET(6),
  /** The answer abstains, or does not where it should. */
  ABSTENTION(7),
  /** No rule decided. */
  UNDECIDED(0);

  private final int code;

  Way(int code) {
    this.code = code;
  }

  /** The value of metric {@code way}. */
  public int code() {
    return code;
  }

  /** The way of a stored value. */
  public static Way of(int code) {
    for (Way way : values()) {
      if (way.code == code) {
        return way;
      }
    }
    throw new IllegalArgumentException("No way of comparison has the code " + code);
  }
}
