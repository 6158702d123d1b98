package dev.assay.grammar.modular;

import dev.assay.base.Identified;

/** Whose errors are left out, so that a module is seen alone. Source: GRAMMAR, Tables 2 and 3. */
public enum Isolation implements Identified {
  /** All answers. */
  NONE,
  /** Without wrong answers of non-robust groups for which the passages sufficed. */
  RETRIEVAL,
  /** Without wrong answers of non-robust groups for which they did not. */
  MODEL;

  /** Answers that are looked at. */
  long n(SideCounts side) {
    return switch (this) {
      case NONE -> side.n();
      case RETRIEVAL -> side.n() - side.byModel();
      case MODEL -> side.n() - side.byRetrieval();
    };
  }
}
