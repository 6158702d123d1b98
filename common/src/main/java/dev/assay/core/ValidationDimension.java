package dev.assay.core;

import dev.assay.base.Identified;

/** The six dimensions of the LLM validation framework (seed 003, section 2). */
public enum ValidationDimension implements Identified {
  RETRIEVAL,
  QA,
  TONE,
  RISK,
  HALLUCINATION,
  BAD_ACTOR
}
