package dev.assay.model;

import java.util.List;

/**
 * Says whether passages support a sentence. Thread-safe; what it says of a claim does not depend on
 * the other claims of a call.
 */
public interface EntailmentModel {

  /** Name and revision: enters fingerprints and the {@code model} columns. */
  String id();

  /** One verdict per claim, in order. */
  List<Support> judge(List<Claim> claims);

  /** Whether verdicts tell contradiction from mere absence of support. */
  boolean knowsContradiction();

  /** Whether a claim's text may be a whole answer; else it is one sentence. */
  default boolean readsWholeTexts() {
    return false;
  }

  /**
   * Whether the passages, taken together or each on its own as the model can, support the sentence.
   *
   * @param passages the premises; a blank one says nothing, at least one is not
   * @param sentence the hypothesis
   */
  record Claim(List<String> passages, String sentence) {
    public Claim {
      passages = List.copyOf(passages);
    }
  }
}
