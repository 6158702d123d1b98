package dev.assay.config;

/** Training of the support model. See {@code conf/reference.conf}. */
public record TrainSupportConfig(String data, String path) {}
