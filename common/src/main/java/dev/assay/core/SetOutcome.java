package dev.assay.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a set evaluator says of a set.
 *
 * @param measures for every declared metric a value, or why there is none
 * @param n what the values rest on
 * @param detail further numbers by name, such as a confusion matrix
 */
public record SetOutcome(Map<String, Measure> measures, long n, Map<String, Double> detail) {

  public SetOutcome {
    measures = Collections.unmodifiableMap(new LinkedHashMap<>(measures));
    detail = Collections.unmodifiableMap(new LinkedHashMap<>(detail));
  }

  /** Every metric of {@code spec} absent for one reason. */
  public static SetOutcome absent(Spec spec, Status status, String reason, long n) {
    return new SetOutcome(spec.absent(status, reason).measures(), n, Map.of());
  }
}
