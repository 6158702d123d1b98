package dev.assay.jobs;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import dev.assay.config.AssayConfig;
import dev.assay.config.EvaluateConfig;
import dev.assay.core.Direction;
import dev.assay.core.Evaluator;
import dev.assay.core.Metric;
import dev.assay.core.RowEvaluator;
import dev.assay.core.SetEvaluator;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.spark.Evaluation;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The evaluators and metrics that a configuration selects. */
final class Selected {
  private Selected() {}

  /** The configured row evaluators with their parameters. */
  static List<RowEvaluator> evaluators(EvaluateConfig config) {
    List<RowEvaluator> selected = new ArrayList<>();
    for (Evaluator evaluator : Evaluators.of(config.evaluators(), config.parameters())) {
      if (evaluator instanceof RowEvaluator row) {
        selected.add(row);
      }
    }
    return selected;
  }

  /** What runs them. */
  static Evaluation evaluation(AssayConfig config) {
    return new Evaluation(
        evaluators(config.evaluate()),
        config.evaluate().thresholds(),
        ModelSettings.ids(config.models()),
        ModelSettings.source(config.models()));
  }

  /** Metric by qualified name, with the configured threshold, in the order of the evaluators. */
  static Map<String, Metric> metrics(EvaluateConfig config) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (Map.Entry<String, Spec> entry : specs(config).entrySet()) {
      Spec spec = entry.getValue();
      for (Metric metric : spec.metrics()) {
        if (entry.getKey().equals(spec.qualified(metric))) {
          Double threshold = config.thresholds().get(entry.getKey());
          metrics.put(entry.getKey(), threshold == null ? metric : metric.withThreshold(threshold));
        }
      }
    }
    return metrics;
  }

  /** Metric by qualified name of the selected set evaluators, with the configured threshold. */
  static Map<String, Metric> setMetrics(EvaluateConfig config) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (Evaluator evaluator : Evaluators.of(config.evaluators(), config.parameters())) {
      if (evaluator instanceof SetEvaluator<?, ?>) {
        for (Metric metric : evaluator.spec().metrics()) {
          String name = evaluator.spec().qualified(metric);
          Double threshold = config.thresholds().get(name);
          metrics.put(name, threshold == null ? metric : metric.withThreshold(threshold));
        }
      }
    }
    return metrics;
  }

  /** The primary metric of every evaluator that has a better end, qualified. */
  static List<String> primaries(EvaluateConfig config) {
    List<String> primaries = new ArrayList<>();
    for (RowEvaluator evaluator : evaluators(config)) {
      Spec spec = evaluator.spec();
      if (spec.primary().direction() != Direction.NONE) {
        primaries.add(spec.qualified(spec.primary()));
      }
    }
    return primaries;
  }

  /** Spec by qualified metric name. */
  static Map<String, Spec> specs(EvaluateConfig config) {
    Map<String, Spec> specs = new LinkedHashMap<>();
    for (RowEvaluator evaluator : evaluators(config)) {
      Spec spec = evaluator.spec();
      spec.metrics().forEach(metric -> specs.put(spec.qualified(metric), spec));
    }
    return specs;
  }

  /** The thresholds that {@code spec}'s scores are stored with, for their fingerprint. */
  static String thresholds(Spec spec, EvaluateConfig config) {
    List<String> values = new ArrayList<>();
    for (Metric metric : spec.metrics()) {
      Double configured = config.thresholds().get(spec.qualified(metric));
      values.add(configured == null ? metric.threshold().toString() : configured.toString());
    }
    return String.join(",", values);
  }

  /** Throws when more than the configured share of an evaluator's scores are model errors. */
  static void failOnErrors(Run run, Dataset<Row> covered) {
    double limit = run.config().evaluate().maxErrorShare();
    Optional<Row> worst =
        run
            .store()
            .read(Tables.SCORES)
            .join(covered.select("case_id", "system", "repeat"), Covered.keys(), "left_semi")
            .groupBy("metric")
            .agg(avg(when(col("status").equalTo("model_error"), 1.0).otherwise(0.0)).as("share"))
            .where(col("share").gt(limit))
            .orderBy(col("share").desc(), col("metric"))
            .takeAsList(1)
            .stream()
            .findFirst();
    if (worst.isPresent()) {
      throw new StageException(
          String.format(
                  Locale.ROOT,
                  "%.1f %% of the scores of %s are model errors, more than"
                      + " evaluate.max-error-share = %s.",
                  100 * worst.get().getDouble(1),
                  worst.get().getString(0),
                  limit)
              + " The scores are stored; column 'reason' of table scores says what failed.");
    }
  }
}
