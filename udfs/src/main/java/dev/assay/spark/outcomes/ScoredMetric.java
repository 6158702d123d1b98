package dev.assay.spark.outcomes;

import dev.assay.core.Measure;
import dev.assay.core.Metric;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A metric of an evaluator that runs, and what all of its scores have in common.
 *
 * @param evaluator the evaluator's id
 * @param number of the evaluator among all that run
 * @param name qualified by the evaluator
 * @param threshold at which an example passes, null for none
 * @param model ids of the models that speak, null for none
 */
record ScoredMetric(
    String evaluator, int number, Metric metric, String name, Double threshold, String model) {

  /**
   * All metrics of {@code specs}, in order.
   *
   * @param thresholds by qualified metric, in place of the specs' own
   * @param models ids by slot
   */
  static List<ScoredMetric> of(
      List<Spec> specs, Map<String, Double> thresholds, Map<Slot, String> models) {
    List<ScoredMetric> all = new ArrayList<>();
    for (int number = 0; number < specs.size(); number++) {
      Spec spec = specs.get(number);
      List<String> speaking =
          spec.models().stream().map(models::get).filter(Objects::nonNull).toList();
      String model = speaking.isEmpty() ? null : String.join(" ", speaking);
      for (Metric metric : spec.metrics()) {
        String name = spec.qualified(metric);
        Double own = metric.threshold().isPresent() ? metric.threshold().getAsDouble() : null;
        all.add(
            new ScoredMetric(
                spec.id(), number, metric, name, thresholds.getOrDefault(name, own), model));
      }
    }
    return List.copyOf(all);
  }

  /** Whether {@code measure} passes; null where it has no value, or the metric no threshold. */
  Boolean passed(Measure measure) {
    return threshold == null || !(measure instanceof Measure.Value measured)
        ? null
        : metric.direction().passes(measured.value(), threshold);
  }
}
