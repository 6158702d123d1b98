package dev.assay.config.models;

/** The sentence embedder. See {@code conf/reference.conf}. */
public record EmbedderConfig(
    String engine,
    String source,
    String pooling,
    boolean normalise,
    int maxLength,
    int batchSize) {}
