package dev.assay.jobs.given;

import dev.assay.config.AssayConfig;
import dev.assay.config.scores.GivenMetric;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.core.Spec;
import dev.assay.core.ValidationDimension;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What the configuration declares of scores from elsewhere, as evaluators declare their metrics:
 * each score is a metric of a spec of its own, so that all of them are primary.
 */
public final class GivenMetrics {
  private GivenMetrics() {}

  /** A spec for each score, all with the id {@code scores.name}. */
  public static List<Spec> specs(AssayConfig config) {
    return config.given().entrySet().stream()
        .map(given -> spec(config.scores().name(), given.getKey(), given.getValue()))
        .toList();
  }

  private static Spec spec(String id, String name, GivenMetric given) {
    String meaning =
        given.meaning().orElse("'" + name + "' as given with the answers; computed elsewhere.");
    return Spec.of(id, name)
        .meaning(meaning)
        .source("the configuration")
        .dimension(ValidationDimension.valueOf(given.dimension().toUpperCase(Locale.ROOT)))
        .metric(
            new Metric(
                name,
                given.higherIsBetter().orElse(true) ? Direction.UP : Direction.DOWN,
                given.low(),
                given.high(),
                OptionalDouble.empty(),
                meaning))
        .build();
  }
}
