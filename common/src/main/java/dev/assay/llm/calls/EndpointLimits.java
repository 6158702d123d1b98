package dev.assay.llm.calls;

import dev.assay.llm.EndpointSpec;

/**
 * What an endpoint allows.
 *
 * @param maxInFlight calls under way at once, at least 1
 * @param requestsPerSecond infinite if there is no limit
 * @param tokensPerSecond infinite if there is no limit
 */
record EndpointLimits(int maxInFlight, double requestsPerSecond, double tokensPerSecond) {

  static EndpointLimits of(EndpointSpec spec) {
    return new EndpointLimits(spec.maxInFlight(), spec.requestsPerSecond(), spec.tokensPerSecond());
  }
}
