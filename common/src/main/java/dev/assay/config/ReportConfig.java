package dev.assay.config;

import java.util.Map;

/** The page. See {@code conf/reference.conf}. */
public record ReportConfig(
    String path,
    String title,
    String dimension,
    String appetite,
    Map<String, Double> bar,
    int worstCases) {}
