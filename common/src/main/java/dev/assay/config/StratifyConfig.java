package dev.assay.config;

/** Reduction, clustering and topic labels. See {@code conf/reference.conf}. */
public record StratifyConfig(
    int dimensions, int fitSize, int minK, int maxK, int terms, int labelTerms, int ngrams) {}
