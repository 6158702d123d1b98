package dev.assay.core;

import dev.assay.base.Rounding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What an evaluator says of one example: for every declared metric a value, or why there is none.
 *
 * @param measures by the metric's own name, in declaration order
 * @param evidence the sentence rows behind them
 * @param truncated names of metrics whose input had to be cut to a model's limit
 */
public record Outcome(
    Map<String, Measure> measures, List<Evidence> evidence, Set<String> truncated) {

  public Outcome {
    measures = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(measures));
    evidence = List.copyOf(evidence);
    truncated = Set.copyOf(truncated);
  }

  /** An outcome without truncation. */
  public static Outcome of(Map<String, Measure> measures, List<Evidence> evidence) {
    return new Outcome(measures, evidence, Set.of());
  }

  /** An outcome without sentence rows. */
  public static Outcome of(Map<String, Measure> measures) {
    return of(measures, List.of());
  }

  /** The same with another measure of one metric. */
  public Outcome but(String metric, Measure measure) {
    Map<String, Measure> changed = new LinkedHashMap<>(measures);
    changed.put(metric, measure);
    return new Outcome(changed, evidence, truncated);
  }

  /** The same with values as a network's floats bear them: {@link Rounding#toMicro}. */
  public Outcome rounded() {
    Map<String, Measure> values = new LinkedHashMap<>(measures);
    values.replaceAll(
        (name, measure) ->
            measure instanceof Measure.Value measured
                ? Measure.of(Rounding.toMicro(measured.value()))
                : measure);
    return new Outcome(values, evidence.stream().map(Evidence::rounded).toList(), truncated);
    }
}
