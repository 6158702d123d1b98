package dev.assay.llm;

/**
 * What an endpoint allows.
 *
 * @param maxInFlight calls under way at once, at least 1
 * @param requestsPerSecond infinite if there is no limit
 * @param tokensPerSecond infinite if there is no limit
 */
record Limits(int maxInFlight, double requestsPerSecond, double tokensPerSecond) {

  static Limits of(EndpointSpec spec) {
    return new Limits(spec.maxInFlight(), spec.requestsPerSecond(), spec.tokensPerSecond());
  }
}
