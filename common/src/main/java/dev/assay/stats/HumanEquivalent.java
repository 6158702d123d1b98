package dev.assay.stats;

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
    double effectiveGroups) {}
