package dev.assay.core;

import java.io.Serializable;

/**
 * Measures something about answers. Immutable and serializable; parameters are record components,
 * so that {@link #toString()} tells them all.
 */
public sealed interface Evaluator extends Serializable
    permits RowEvaluator, SetEvaluator, AskingEvaluator {

  /** What it measures, needs and reports. */
  Spec spec();

  /**
   * What its scores depend on but the example and the models: parameters and version. Part of a
   * score's fingerprint; a first version says nothing of itself.
   */
  default String provenance() {
    int version = spec().version();
    return version == 1 ? toString() : this + " version " + version;
  }
}
