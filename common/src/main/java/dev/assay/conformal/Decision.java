package dev.assay.conformal;

import dev.assay.base.Identified;

/** What is done with a response. Stored in {@code decisions.decision}. */
public enum Decision implements Identified {
  ACCEPT,
  REJECT,
  /** A person looks at it. */
  REFER
}
