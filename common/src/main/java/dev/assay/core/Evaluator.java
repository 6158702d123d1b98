package dev.assay.core;

import java.io.Serializable;

/**
 * Measures something about answers. Immutable and serializable; parameters are record components,
 * so that {@link #toString()} is the provenance that enters a score's fingerprint.
 */
public sealed interface Evaluator extends Serializable
    permits RowEvaluator, SetEvaluator, AskingEvaluator {

  /** What it measures, needs and reports. */
  Spec spec();
}
