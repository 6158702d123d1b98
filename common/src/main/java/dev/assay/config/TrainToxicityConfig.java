package dev.assay.config;

/** Training of the toxicity model. See {@code conf/reference.conf}. */
public record TrainToxicityConfig(String data, String path) {}
