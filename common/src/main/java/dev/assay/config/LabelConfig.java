package dev.assay.config;

import java.util.List;
import java.util.Map;

/** Where human labels are read from and what they may say. See {@code conf/reference.conf}. */
public record LabelConfig(
    List<LabelSource> sources,
    Map<String, LabelDimension> dimensions,
    LabelValues values,
    String consolidation,
    LabelExportConfig export) {}
