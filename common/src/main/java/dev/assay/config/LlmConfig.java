package dev.assay.config;

import java.util.Map;

/**
 * Endpoints of language models and of services under test. See {@code conf/reference.conf}.
 *
 * @param replay {@code missing} or {@code only}
 * @param maxFailureShare share of failed calls above which a stage fails
 * @param journal directory or URI of the journals; empty: beneath {@code store.path}
 */
public record LlmConfig(
    String replay, double maxFailureShare, String journal, Map<String, EndpointConfig> endpoints) {}
