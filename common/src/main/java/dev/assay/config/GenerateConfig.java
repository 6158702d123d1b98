package dev.assay.config;

import java.util.List;

/** How test cases are made. See {@code conf/reference.conf}. */
public record GenerateConfig(
    String provider,
    String suite,
    List<String> queryTypes,
    int perChunk,
    double minRelevancy,
    double maxSimilarity) {}
