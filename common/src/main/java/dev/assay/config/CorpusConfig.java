package dev.assay.config;

import java.util.List;

/** What is evaluated against. See {@code conf/reference.conf}. */
public record CorpusConfig(
    List<CorpusSource> sources,
    long maxFileBytes,
    String unreadable,
    boolean followLinks,
    ReaderConfig reader) {}
