package dev.assay.config.models;

/** The sentence embedder. See {@code conf/reference.conf}. */
public record EmbedderConfig(
    String engine,
    String source,
    String precision,
    String pooling,
    boolean normalise,
    int maxLength,
    int batchSize,
    String device) {}
