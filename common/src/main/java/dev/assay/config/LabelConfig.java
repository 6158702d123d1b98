package dev.assay.config;

import java.util.List;

/** Where human labels are read from. See {@code conf/reference.conf}. */
public record LabelConfig(List<LabelSource> sources) {}
