package dev.assay.config.models;

/** The encoder of token vectors. See {@code conf/reference.conf}. */
public record TokenEmbedderConfig(
    String kind, String source, String revision, int maxLength, int batchSize) {}
