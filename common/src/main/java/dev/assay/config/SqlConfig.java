package dev.assay.config;

/** Where the Thrift server listens. See {@code conf/reference.conf}. */
public record SqlConfig(String host, int port) {}
