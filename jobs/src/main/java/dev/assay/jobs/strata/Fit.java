package dev.assay.jobs.strata;

import java.util.OptionalDouble;

/**
 * Fitted strata and how good they are.
 *
 * @param silhouette mean over at most 2,000 points that are not noise, in the reduced space
 * @param stability mean adjusted Rand index with the clusters of bootstrap resamples of them
 * @param noise share of the fit's chunks in no cluster
 */
record Fit(
    Clustering clustering, OptionalDouble silhouette, OptionalDouble stability, double noise) {}
