package dev.assay.config;

import java.util.List;

/** Intervals, ranks, slices and weaknesses. See {@code conf/reference.conf}. */
public record AnalyzeConfig(
    double confidence,
    String interval,
    boolean finiteCorpus,
    int replicates,
    double maxMissingShare,
    int minGroups,
    List<String> slices,
    int sliceMinGroups,
    int sliceMaxValues,
    int sliceBins,
    int searchConditions,
    int searchMinGroups,
    int searchMaxSlices,
    List<String> searchExcept,
    double coverageDistance) {}
