package dev.assay.grammar.modular;

import dev.assay.base.Identified;

/** How a system does on questions that mean the same. Source: GRAMMAR, section 3.3. */
public enum GroupKind implements Identified {
  /** No answer is correct. */
  GAP,
  /** Every answer is correct. */
  ROBUST,
  /** Some are, and some are not. */
  NON_ROBUST,
  /** Of no answer it is known whether it is correct. */
  UNDECIDED;

  /** The kind of a group of {@code n} judged answers. */
  public static GroupKind of(long n, long correct) {
    if (n == 0) {
      return UNDECIDED;
    }
    return correct == 0 ? GAP : correct == n ? ROBUST : NON_ROBUST;
  }
}
