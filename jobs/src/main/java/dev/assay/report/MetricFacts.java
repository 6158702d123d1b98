package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.core.Spec;
import dev.assay.report.figures.Titles;
import dev.assay.stats.Range;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the page knows of a metric.
 *
 * @param name qualified name, {@code evaluator.metric}
 * @param direction which end is good
 * @param threshold at which a case passes; empty when there is none
 * @param meaning one sentence; empty when nothing declares it
 * @param primary whether it is its evaluator's first metric
 * @param range of its values
 */
record MetricFacts(
    String name,
    Direction direction,
    OptionalDouble threshold,
    String meaning,
    boolean primary,
    Range range) {

  /** A metric that only the tables speak of. */
  static MetricFacts undeclared(String name, Direction direction, OptionalDouble threshold) {
    return new MetricFacts(name, direction, threshold, "", true, Range.UNBOUNDED);
  }

  /** What the evaluators declare, by qualified name, in their order. */
  static Map<String, MetricFacts> of(Collection<Spec> specs, Map<String, Double> thresholds) {
    Map<String, MetricFacts> facts = new LinkedHashMap<>();
    for (Spec spec : specs) {
      for (Metric metric : spec.metrics()) {
        String name = spec.qualified(metric);
        Double configured = thresholds.get(name);
        facts.put(
            name,
            new MetricFacts(
                name,
                metric.direction(),
                configured == null ? metric.threshold() : OptionalDouble.of(configured),
                metric.meaning(),
                metric.equals(spec.primary()),
                new Range(metric.lower(), metric.upper())));
      }
    }
    return facts;
  }

  /** Whether {@code value} reaches the threshold; false without one. */
  boolean passes(double value) {
    return direction != Direction.NONE
        && threshold.isPresent()
        && direction.passes(value, threshold.getAsDouble());
  }

  /** "groundedness mean" for {@code groundedness.groundedness_mean}. */
  String title() {
    return Titles.of(name);
  }

  /** Which end is good, and where it passes. */
  String goal() {
    String bar = Numbers.plain(threshold);
    return switch (direction) {
      case UP -> "higher is better" + (threshold.isEmpty() ? "" : ", passes ≥ " + bar);
      case DOWN -> "lower is better" + (threshold.isEmpty() ? "" : ", passes ≤ " + bar);
      case NONE -> "descriptive";
    };
  }

  /** The good end as charts name it: up, down or none. */
  String end() {
    return direction.name().toLowerCase(Locale.ROOT);
  }
}
