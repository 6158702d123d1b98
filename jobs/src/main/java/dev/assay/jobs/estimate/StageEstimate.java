package dev.assay.jobs.estimate;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a stage is expected to take.
 *
 * @param seconds by the clock
 * @param likely the middle of {@code seconds}, as the unit costs have it; empty where it is not
 *     known
 * @param bound what decides the time
 * @param money what calls cost; empty where the stage makes none
 * @param bytes that it adds to the store
 */
public record StageEstimate(
    StageWork work,
    Estimate seconds,
    OptionalDouble likely,
    String bound,
    Optional<Estimate> money,
    Estimate bytes) {}
