package dev.assay.config;

/** The sampling design. See {@code conf/reference.conf}. */
public record SampleConfig(String design, int size) {}
