package dev.assay.grammar.modular;

import dev.assay.base.Identified;

/** How groups count on each side of a hypothesis. Source: GRAMMAR, section 4.2. */
public enum Sampling implements Identified {
  /** Every answer counts as one: a group counts as often as it was asked on that side. */
  AS_ASKED,
  /** Groups asked on every side, each as much as any other, so that the share of gaps is equal. */
  STRATIFIED
}
