package dev.assay.conformal;

import java.util.Locale;

/** What is done with a response. */
public enum Decision {
  ACCEPT,
  REJECT,
  /** A person looks at it. */
  REFER;

  /** Lower-case name, as stored in {@code decisions.decision}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
