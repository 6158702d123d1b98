package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Cloud;
import dev.assay.report.Findings.Topic;
import dev.assay.report.Findings.WorstCase;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what the page says from the tables, in a fixed number of Spark jobs. */
final class FindingsReader {
  private static final int MOST_CLOUD_METRICS = 12;

  private final Scope scope;
  private final Map<String, MetricFacts> declared;

  /**
   * @param declared metrics that the evaluators declare; further ones are taken from the tables
   */
  FindingsReader(Scope scope, Map<String, MetricFacts> declared) {
    this.scope = scope;
    this.declared = declared;
  }

  Findings read() {
    LeaderboardRows analysis = new LeaderboardRows(scope);
    ScoreRows scores = new ScoreRows(scope);
    TopicRows strata = new TopicRows(scope);
    CalibrationRows calibration = new CalibrationRows(scope);
    List<String> systems = scores.systems();
    List<Cell> cells = analysis.cells();
    List<Topic> topics = strata.topics();
    Map<Integer, String> labels = labels(topics);
    Map<String, MetricFacts> metrics = scores.metrics(declared);
    List<Calibrated> calibrations = calibration.calibrations();
    Optional<Headline> headline =
        Headline.of(
            calibrations,
            metrics,
            cells,
            scope.config().gate().metric(),
            scope.config().report().dimension());
    Cloud cloud = scores.cloud(cloudMetrics(metrics, headline), systems, labels);
    List<WorstCase> worst =
        headline
            .map(Headline::metric)
            .filter(m -> m.direction() != Direction.NONE)
            .map(m -> new WorstRows(scope, labels).worst(m))
            .orElse(List.of());
    return new Findings(
        systems,
        metrics,
        cells,
        analysis.differences(),
        topics,
        calibrations,
        new DecisionRows(scope, labels).decided(),
        analysis.weaknesses(),
        scores.missing(),
        cloud,
        strata.map(),
        worst,
        calibration.labels(),
        scope.runs(),
        scores.models());
  }

  private static Map<Integer, String> labels(List<Topic> topics) {
    return topics.stream()
        .collect(java.util.stream.Collectors.toMap(Topic::id, Topic::label, (a, b) -> a));
  }

  private static List<String> cloudMetrics(
      Map<String, MetricFacts> metrics, Optional<Headline> headline) {
    Set<String> names = new LinkedHashSet<>();
    headline.ifPresent(h -> names.add(h.metric().name()));
    metrics.values().stream()
        .filter(m -> m.primary() && m.direction() != Direction.NONE)
        .forEach(m -> names.add(m.name()));
    return names.stream().limit(MOST_CLOUD_METRICS).toList();
  }
}
