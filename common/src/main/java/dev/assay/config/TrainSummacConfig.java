package dev.assay.config;

/** Fitting of SummaC-Conv's layer. See {@code conf/reference.conf}. */
public record TrainSummacConfig(String data, String path) {}
