package dev.assay.config;

/** Where the tables are. See {@code conf/reference.conf}. */
public record StoreConfig(String path, String catalog, String schema) {}
