package dev.assay.demo;

import dev.assay.base.Identified;

/**
 * What can be planted into an answer; its {@link #id} is the value of the attribute {@code fault}.
 */
public enum Fault implements Identified {
  /** A number, amount, time, date or duration is another of the same kind from the corpus. */
  SWAPPED_NUMBER,
  /** A person, product, body or form is another one from the corpus. */
  SWAPPED_NAME,
  /** A sentence says the opposite. */
  NEGATION,
  /** A sentence is replaced by one from a document that was not retrieved. */
  FOREIGN_SENTENCE,
  /** The answer breaks off before it says what was asked. */
  CUT_ANSWER,
  /** The answer declines to answer. */
  REFUSAL;

  /** Whether an answer with this fault says something that its contexts do not. */
  public boolean ungrounded() {
    return this != CUT_ANSWER && this != REFUSAL;
  }
}
