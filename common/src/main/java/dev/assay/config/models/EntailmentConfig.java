package dev.assay.config.models;

import java.util.List;

/** The premise and hypothesis model. See {@code conf/reference.conf}. */
public record EntailmentConfig(
    String kind,
    String source,
    String revision,
    List<String> labels,
    String template,
    List<Double> weightNorms,
    int maxLength,
    int batchSize,
    int remember) {}
