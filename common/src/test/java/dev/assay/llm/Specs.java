package dev.assay.llm;

import dev.assay.base.Secret;
import dev.assay.config.PriceConfig;
import java.time.Duration;
import java.util.Map;

/** Endpoints for tests. */
public final class Specs {
  private Specs() {}

  public static EndpointSpec openAi(String url, int maxInFlight) {
    return of("openai", url, maxInFlight);
  }

  public static EndpointSpec of(String kind, String url, int maxInFlight) {
    return new EndpointSpec(
        "e",
        kind,
        url,
        "the/model",
        new Secret("sk-planted-4711"),
        Map.of(),
        "2024-10-21",
        maxInFlight,
        Double.POSITIVE_INFINITY,
        Double.POSITIVE_INFINITY,
        Duration.ofSeconds(5),
        2,
        25,
        Duration.ofSeconds(60),
        new PriceConfig(3, 15),
        true,
        EndpointSpec.Limits.USUAL,
        Map.of());
  }
}
