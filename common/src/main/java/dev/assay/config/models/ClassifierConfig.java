package dev.assay.config.models;

import java.util.List;

/** A text classifier. See {@code conf/reference.conf}. */
public record ClassifierConfig(
    String kind,
    String source,
    String revision,
    List<String> labels,
    String activation,
    int maxLength,
    int batchSize) {}
