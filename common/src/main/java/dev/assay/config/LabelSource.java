package dev.assay.config;

import java.util.Optional;

/** One file of labels. See {@code conf/reference.conf}. */
public record LabelSource(
    String path, @Default("auto") String format, Optional<String> annotator) {}
