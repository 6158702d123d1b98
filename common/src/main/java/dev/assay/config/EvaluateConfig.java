package dev.assay.config;

import java.util.List;
import java.util.Map;

/** Which evaluators run, with their parameters and thresholds. See {@code conf/reference.conf}. */
public record EvaluateConfig(
    List<String> evaluators,
    Map<String, Map<String, String>> parameters,
    Map<String, Double> thresholds,
    double maxErrorShare,
    int rowTimeoutSeconds) {}
