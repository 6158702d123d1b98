package dev.assay.config;

import dev.assay.config.blocks.ParametersConfig;
import java.util.Map;
import java.util.Optional;

/**
 * Endpoints of language models and of services under test. See {@code conf/reference.conf}.
 *
 * @param replay {@code missing} or {@code only}
 * @param maxFailureShare share of failed calls above which a stage fails
 * @param journal directory or URI of the journals; empty: beneath {@code store.path}
 */
public record LlmConfig(
    String replay, double maxFailureShare, String journal, Map<String, EndpointConfig> endpoints) {

  /** What a model is told: {@code own}, else what its endpoint has for all, else nothing. */
  public ParametersConfig parameters(Optional<ParametersConfig> own, String endpoint) {
    return own.or(endpoints.get(endpoint)::parameters).orElse(ParametersConfig.NONE);
  }
}
