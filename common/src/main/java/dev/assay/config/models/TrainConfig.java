package dev.assay.config.models;

/** Where a training stage reads its data and writes. See {@code conf/reference.conf}. */
public record TrainConfig(String data, String path) {}
