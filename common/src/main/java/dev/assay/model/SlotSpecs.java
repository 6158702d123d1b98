package dev.assay.model;

import java.io.Serializable;

/** What fills the slots beside the sentence embedder's. */
public record SlotSpecs(
    EntailmentSpec entailment, ClassifierSpec toxicity, ClassifierSpec bias, CausalSpec causal)
    implements Serializable {

  /** What the product carries: the support model, nothing in the others. */
  public static SlotSpecs embedded() {
    return of(EntailmentSpec.support());
  }

  /** {@code entailment}, nothing in the others. */
  public static SlotSpecs of(EntailmentSpec entailment) {
    return new SlotSpecs(
        entailment, ClassifierSpec.none(), ClassifierSpec.none(), CausalSpec.none());
  }
}
