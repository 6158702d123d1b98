package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.util.List;
import java.util.Optional;

/** One source of documents. See {@code conf/reference.conf}. */
public record CorpusSource(
    String path,
    @Default("auto") String format,
    Optional<String> idColumn,
    Optional<String> titleColumn,
    Optional<String> textColumn,
    List<String> metadataColumns) {}
