package dev.assay.config;

import java.util.Map;

/**
 * How thresholds are chosen. See {@code conf/reference.conf}.
 *
 * @param confidence the confidence by risk appetite
 * @param folds folds of the held-out check
 */
public record ThresholdsConfig(Map<String, Double> confidence, int folds) {}
