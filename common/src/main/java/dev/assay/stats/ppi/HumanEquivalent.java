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
 * @param equalGroups what the labelled groups are worth as groups of equal weight (Kish)
 * @param tuned what was fitted to the labels for {@code estimate}: degrees of freedom that are gone
 */
public record HumanEquivalent(
    Interval estimate,
    Interval classical,
    double power,
    double standardError,
    double classicalError,
    double effectiveGroups,
    double equalGroups,
    int tuned) {

  /** The same without predictions. */
  public HumanEquivalent labelsAlone() {
    return new HumanEquivalent(
        classical,
        classical,
        0,
        classicalError,
        classicalError,
        classical.nGroups(),
        equalGroups,
        1);
  }

  /**
   * Of a difference that is 0, two-sided, by Student's t with the degrees of freedom of the
   * interval, what the labelled groups are worth less what was fitted to them; empty where labels
   * do not differ or where they are worth fewer than {@value PredictionPowered#LEAST_GROUPS}.
   */
  public OptionalDouble pValue() {
    if (!(standardError > 0) || !PredictionPowered.suffice(equalGroups)) {
      return OptionalDouble.empty();
    }
    double t = Math.abs(estimate.estimate()) / standardError;
    return OptionalDouble.of(
        Math.min(
            1,
            2
                * new TDistribution(null, Math.max(1, equalGroups - tuned))
                    .cumulativeProbability(-t)));
  }
}
