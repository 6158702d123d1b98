package dev.assay.config;

/** The page. See {@code conf/reference.conf}. */
public record ReportConfig(String path, String title, String dimension, int worstCases) {}
