package dev.assay.stats.ppi;

import dev.assay.stats.Interval;
import java.util.OptionalDouble;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * What humans would have said of all cases, from labels of some and predictions of all.
 *
 * @param estimate the estimate to show, with its interval
 * @param classical the estimate from the labels alone, with its interval
 * @param power the weight λ of the predictions, in [0, 1]; 0: labels alone
 * @param standardError of {@code estimate}, 0 where labels do not differ
 * @param classicalError of {@code classical}
 * @param effectiveGroups how many labelled groups would give as narrow an interval without
 *     predictions; the labelled groups themselves where predictions were not used
 */
public record HumanEquivalent(
    Interval estimate,
    Interval classical,
    double power,
    double standardError,
    double classicalError,
    double effectiveGroups) {

  /** The same without predictions. */
  public HumanEquivalent labelsAlone() {
    return new HumanEquivalent(
        classical, classical, 0, classicalError, classicalError, classical.nGroups());
  }

  /**
   * Of a difference that is 0, two-sided, by Student's t with one degree of freedom less than there
   * are labelled groups; empty where labels do not differ or with fewer than {@value
   * PredictionPowered#LEAST_GROUPS} labelled groups.
   */
  public OptionalDouble pValue() {
    int groups = estimate.nGroups();
    if (!(standardError > 0) || groups < PredictionPowered.LEAST_GROUPS) {
      return OptionalDouble.empty();
    }
    double t = Math.abs(estimate.estimate()) / standardError;
    return OptionalDouble.of(
        Math.min(1, 2 * new TDistribution(groups - 1.0).cumulativeProbability(-t)));
  }
}
