package dev.assay.config;

/** How documents are cut. See {@code conf/reference.conf}. */
public record ChunkConfig(int maxTokens, int overlapTokens) {}
