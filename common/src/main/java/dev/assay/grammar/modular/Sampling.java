package dev.assay.grammar.modular;

import java.util.Locale;

/** How groups count on each side of a hypothesis. Source: GRAMMAR, section 4.2. */
public enum Sampling {
  /** Every answer counts as one: a group counts as often as it was asked on that side. */
  AS_ASKED,
  /** Groups asked on every side, each as much as any other, so that the share of gaps is equal. */
  STRATIFIED;

  /** The name in small letters. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
