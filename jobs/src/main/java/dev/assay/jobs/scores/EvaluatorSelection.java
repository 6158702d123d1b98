package dev.assay.jobs.scores;

import dev.assay.config.AssayConfig;
import dev.assay.config.EndpointConfig;
import dev.assay.config.EvaluateConfig;
import dev.assay.config.blocks.ParametersConfig;
import dev.assay.core.AskingEvaluator;
import dev.assay.core.Direction;
import dev.assay.core.Evaluator;
import dev.assay.core.Field;
import dev.assay.core.Metric;
import dev.assay.core.RowEvaluator;
import dev.assay.core.SetEvaluator;
import dev.assay.core.Slot;
import dev.assay.core.Spec;
import dev.assay.evaluators.Evaluators;
import dev.assay.evaluators.judged.Byop;
import dev.assay.jobs.engine.ModelSettings;
import dev.assay.jobs.given.GivenMetrics;
import dev.assay.judges.OverEndpoint;
import dev.assay.judges.Poll;
import dev.assay.judges.Seat;
import dev.assay.llm.EndpointSpec;
import dev.assay.model.onnx.CausalSpec;
import dev.assay.spark.Evaluation;
import dev.assay.spark.RowLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The evaluators and metrics that a configuration selects. */
public final class EvaluatorSelection {
  private EvaluatorSelection() {}

  /** The configured evaluators with their parameters; judges of a panel as one. */
  public static List<Evaluator> all(AssayConfig config) {
    EvaluateConfig evaluate = config.evaluate();
    int judges = config.judges().endpoints().size();
    int samples = config.judges().samples();
    List<Evaluator> selected = new ArrayList<>();
    for (Evaluator evaluator :
        Evaluators.of(
            config.evaluators(), evaluate.parameters(), Byop.evaluators(config.judges()))) {
      selected.add(
          evaluator instanceof AskingEvaluator asking && judges * samples > 1
              ? new Poll(asking, judges, samples)
              : overEndpoint(evaluator, config));
    }
    return selected;
  }

  /** With the language model behind an endpoint, where the configuration says so. */
  private static Evaluator overEndpoint(Evaluator evaluator, AssayConfig config) {
    CausalSpec model = config.models().languageModel();
    if (model.kind().equals(CausalSpec.ENDPOINT)
        && evaluator instanceof RowEvaluator row
        && row.spec().slots().contains(Slot.LANGUAGE_MODEL)) {
      EndpointConfig endpoint = config.llm().endpoints().get(model.source());
      return new OverEndpoint(
          row, new Seat(EndpointSpec.of(model.source(), endpoint), ParametersConfig.NONE));
    }
    return evaluator;
  }

  /** Those that judge a response by computing. */
  static List<RowEvaluator> evaluators(AssayConfig config) {
    return of(config, RowEvaluator.class);
  }

  /** Those that judge a response by asking. */
  static List<AskingEvaluator> asking(AssayConfig config) {
    return of(config, AskingEvaluator.class);
  }

  private static <T extends Evaluator> List<T> of(AssayConfig config, Class<T> kind) {
    return all(config).stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The specs of all that judge a response, in order; scores from elsewhere last. */
  private static List<Spec> ofResponses(AssayConfig config) {
    Stream<Spec> own =
        all(config).stream()
            .filter(one -> one instanceof RowEvaluator || one instanceof AskingEvaluator)
            .map(Evaluator::spec);
    return Stream.concat(own, GivenMetrics.specs(config).stream()).toList();
  }

  /** The specs of all that is measured, of sets too. */
  public static List<Spec> measured(AssayConfig config) {
    return Stream.concat(
            all(config).stream().map(Evaluator::spec), GivenMetrics.specs(config).stream())
        .toList();
  }

  /** What runs the row evaluators. */
  public static Evaluation evaluation(AssayConfig config) {
    return new Evaluation(
        evaluators(config),
        config.evaluate().thresholds(),
        ModelSettings.ids(config.models()),
        ModelSettings.source(config.models()),
        limit(config));
  }

  /** How long an evaluator may compute for a response. */
  static RowLimit limit(AssayConfig config) {
    return new RowLimit(Duration.ofSeconds(config.evaluate().rowTimeoutSeconds()));
  }

  /** Metric by qualified name, with the configured threshold, in the order of the evaluators. */
  public static Map<String, Metric> metrics(AssayConfig config) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (Map.Entry<String, Spec> entry : specs(config).entrySet()) {
      Spec spec = entry.getValue();
      for (Metric metric : spec.metrics()) {
        if (entry.getKey().equals(spec.qualified(metric))) {
          Double threshold = config.evaluate().thresholds().get(entry.getKey());
          metrics.put(entry.getKey(), threshold == null ? metric : metric.withThreshold(threshold));
        }
      }
    }
    return metrics;
  }

  /** Metric by qualified name of the selected set evaluators, with the configured threshold. */
  public static Map<String, Metric> setMetrics(AssayConfig config) {
    Map<String, Metric> metrics = new LinkedHashMap<>();
    for (Evaluator evaluator : all(config)) {
      if (evaluator instanceof SetEvaluator<?, ?>) {
        for (Metric metric : evaluator.spec().metrics()) {
          String name = evaluator.spec().qualified(metric);
          Double threshold = config.evaluate().thresholds().get(name);
          metrics.put(name, threshold == null ? metric : metric.withThreshold(threshold));
        }
      }
    }
    return metrics;
  }

  /** The primary metric of every evaluator that has a better end, qualified. */
  public static List<String> primaries(AssayConfig config) {
    return ofResponses(config).stream()
        .filter(spec -> spec.primary().direction() != Direction.NONE)
        .map(spec -> spec.qualified(spec.primary()))
        .toList();
  }

  /** Those of {@link #primaries} that an answer alone has: computed here, from one answer. */
  public static List<String> primariesOfOneAnswer(AssayConfig config) {
    List<String> others = metricsOfOthers(config);
    return primaries(config).stream().filter(name -> !others.contains(name)).toList();
  }

  /** Metrics that a new answer alone does not have: given with answers, or of several answers. */
  public static List<String> metricsOfOthers(AssayConfig config) {
    Set<String> given =
        GivenMetrics.specs(config).stream()
            .flatMap(spec -> spec.metrics().stream().map(spec::qualified))
            .collect(Collectors.toSet());
    return specs(config).entrySet().stream()
        .filter(
            one -> given.contains(one.getKey()) || one.getValue().needs().contains(Field.REPEATS))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Spec by qualified metric name. */
  static Map<String, Spec> specs(AssayConfig config) {
    Map<String, Spec> specs = new LinkedHashMap<>();
    for (Spec spec : ofResponses(config)) {
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
}
