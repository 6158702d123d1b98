package dev.assay.conformal;

import java.io.Serializable;

/**
 * How strange each label is for a response, judged by the probabilities of all labels. A prediction
 * set holds the labels that are not stranger than a quantile of what humans gave.
 */
public sealed interface Nonconformity extends Serializable
    permits LeastAmbiguous, Adaptive, OrdinalAdaptive {

  /**
   * The nonconformity of every label.
   *
   * @param probabilities of the labels, each in [0, 1], summing to 1
   * @param u a number in [0, 1] that belongs to the response: uniform for exact coverage, 0 for
   *     sets that no chance enters and that cover somewhat more
   */
  double[] of(double[] probabilities, double u);

  /** The method's name, as stored in {@code guarantees.method}. */
  String id();
}
