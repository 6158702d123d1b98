package dev.assay.config;

import java.util.List;
import java.util.Optional;

/** What {@code gate} tests. See {@code conf/reference.conf}. */
public record GateConfig(
    String metric,
    String method,
    Optional<Double> threshold,
    String dimension,
    Optional<String> appetite,
    List<String> systems,
    List<String> slices,
    double maxMissingShare,
    double tolerance,
    String require,
    String format) {

  /** The metric that stands for the human estimate. */
  public static final String HUMAN = "human";

  /** Whether the human estimate is tested, and no metric. */
  public boolean human() {
    return metric.equals(HUMAN);
  }
}
