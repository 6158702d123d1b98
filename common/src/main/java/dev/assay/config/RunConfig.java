package dev.assay.config;

/** Name and seed of a run. See {@code conf/reference.conf}. */
public record RunConfig(String name, long seed) {}
