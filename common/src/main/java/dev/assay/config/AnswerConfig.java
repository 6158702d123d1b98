package dev.assay.config;

/** How often systems are asked. See {@code conf/reference.conf}. */
public record AnswerConfig(int repeats) {}
