package dev.assay.grammar;

import dev.assay.base.Identified;

/** What kind of answer a query has; the attribute {@code answer_type} of a test case. */
public enum AnswerType implements Identified {
  TEXT,
  NUMBER,
  DATE,
  BOOLEAN,
  /** Several values in no order; the case's {@code facts} hold them. */
  SET,
  /** Nothing is known (NULL): the question is unanswerable. */
  NONE
}
