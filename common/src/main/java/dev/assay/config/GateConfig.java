package dev.assay.config;

import java.util.List;
import java.util.Optional;

/** What {@code gate} compares. See {@code conf/reference.conf}. */
public record GateConfig(
    String metric,
    String method,
    Optional<Double> threshold,
    String dimension,
    String appetite,
    List<String> systems) {}
