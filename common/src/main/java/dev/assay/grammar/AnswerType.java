package dev.assay.grammar;

import java.util.Locale;

/** What kind of answer a query has; the attribute {@code answer_type} of a test case. */
public enum AnswerType {
  TEXT,
  NUMBER,
  DATE,
  BOOLEAN,
  /** Several values in no order; the case's {@code facts} hold them. */
  SET,
  /** Nothing is known (NULL): the question is unanswerable. */
  NONE;

  /** The name in small letters. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
