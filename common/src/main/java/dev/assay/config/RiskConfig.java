package dev.assay.config;

import dev.assay.config.blocks.Default;

/**
 * One risk of the application. See {@code conf/reference.conf}.
 *
 * @param rating how bad it is
 * @param metric what measures it, qualified
 * @param dimension the dimension of human labels that it is held against
 * @param appetite a name in {@code thresholds.confidence}
 */
public record RiskConfig(
    @Default("medium") String rating, String metric, String dimension, String appetite) {}
