package dev.assay.config;

import dev.assay.config.blocks.Default;
import java.io.Serializable;
import java.util.List;

/**
 * A probability from several metrics. See {@code conf/reference.conf}.
 *
 * @param dimension the dimension of human labels that it is fitted to, binary; empty text: each of
 *     them, one fit a dimension
 * @param metrics qualified, two or more
 * @param method {@code boosted} or {@code logistic}
 * @param optional whether it is left out where an evaluator of its metrics does not run
 */
public record JointModelConfig(
    @Default("") String dimension,
    List<String> metrics,
    @Default("boosted") String method,
    @Default("false") boolean optional)
    implements Serializable {

  /** A model that takes part whatever runs. */
  public JointModelConfig(String dimension, List<String> metrics, String method) {
    this(dimension, metrics, method, false);
  }

  /** Whether it is fitted to {@code name}, a binary dimension. */
  public boolean judges(String name) {
    return dimension.isEmpty() || dimension.equals(name);
  }

  /** Whether every one of {@code evaluators} that its metrics come from is there. */
  boolean runsWith(List<String> evaluators) {
    return !optional
        || metrics.stream()
            .allMatch(metric -> evaluators.contains(metric.replaceFirst("\\..*", "")));
  }
}
