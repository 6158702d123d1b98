package dev.assay.core;

import java.util.List;

/** Judges every example on its own. */
public non-sealed interface RowEvaluator extends Evaluator {

  /**
   * One outcome per example, in order. Every field that the spec needs is present in every example,
   * and every slot is filled: what runs evaluators has seen to that.
   */
  List<Outcome> score(List<Example> batch, Models models);
}
