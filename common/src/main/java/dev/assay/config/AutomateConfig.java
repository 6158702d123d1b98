package dev.assay.config;

import java.util.Optional;

/** Which cases the machine decides. See {@code conf/reference.conf}. */
public record AutomateConfig(
    String method,
    double alpha,
    Optional<Double> alphaAccept,
    Optional<Double> alphaReject,
    Optional<Double> minConfidence,
    Optional<Double> maxMissed,
    double delta,
    boolean familyWise,
    String by) {}
