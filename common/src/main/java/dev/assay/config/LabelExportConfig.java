package dev.assay.config;

/** What {@code label export} writes. See {@code conf/reference.conf}. */
public record LabelExportConfig(String path, String format, boolean showScores, int limit) {}
