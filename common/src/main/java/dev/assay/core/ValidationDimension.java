package dev.assay.core;

import java.util.Locale;

/** The six dimensions of the LLM validation framework (seed 003, section 2). */
public enum ValidationDimension {
  RETRIEVAL,
  QA,
  TONE,
  RISK,
  HALLUCINATION,
  BAD_ACTOR;

  /** Lower-case name, as stored. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
