package dev.assay.stats.agreement;

import dev.assay.base.Identified;

/** Coefficients of agreement between annotators. */
public enum Coefficient implements Identified {
  /** Share of pairs of ratings of an item that agree. */
  PERCENT_AGREEMENT,
  /** Cohen's κ; for more than two annotators the mean over their pairs (Light 1971). */
  COHEN_KAPPA,
  /** Cohen's κ with weights that fall with the distance of levels. */
  COHEN_KAPPA_LINEAR,
  /** Cohen's κ with weights that fall with its square. */
  COHEN_KAPPA_QUADRATIC,
  /** Fleiss' κ, generalised to items with different numbers of ratings (Gwet 2014). */
  FLEISS_KAPPA,
  /** Gwet's AC1, which high prevalence does not pull down. */
  GWET_AC1,
  /** Krippendorff's α for names. */
  KRIPPENDORFF_ALPHA_NOMINAL,
  /** Krippendorff's α for ordered levels. */
  KRIPPENDORFF_ALPHA_ORDINAL,
  /** Krippendorff's α for levels with equal steps. */
  KRIPPENDORFF_ALPHA_INTERVAL;

  /** Whether it uses the order of the levels. */
  public boolean needsOrder() {
    return this == COHEN_KAPPA_LINEAR
        || this == COHEN_KAPPA_QUADRATIC
        || this == KRIPPENDORFF_ALPHA_ORDINAL
        || this == KRIPPENDORFF_ALPHA_INTERVAL;
  }
}
