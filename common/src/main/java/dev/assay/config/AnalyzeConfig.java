package dev.assay.config;

/** Intervals, ranks and weaknesses. See {@code conf/reference.conf}. */
public record AnalyzeConfig(
    double confidence,
    String interval,
    boolean finiteCorpus,
    int replicates,
    double maxMissingShare,
    int minGroups,
    double coverageDistance) {}
