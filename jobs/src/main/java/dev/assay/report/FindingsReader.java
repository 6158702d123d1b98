package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Agreed;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Cloud;
import dev.assay.report.Findings.Coverage;
import dev.assay.report.Findings.Decided;
import dev.assay.report.Findings.Difference;
import dev.assay.report.Findings.Labels;
import dev.assay.report.Findings.Remarks;
import dev.assay.report.Findings.SetScore;
import dev.assay.report.Findings.Topic;
import dev.assay.report.Findings.TopicMap;
import dev.assay.report.Findings.Weakness;
import dev.assay.report.Findings.WorstCase;
import dev.assay.report.ScoreRows.Missing;
import dev.assay.tables.Tables;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reads what the page says from the tables, in a fixed number of Spark jobs.
 *
 * @param declared metrics that the evaluators declare; further ones are taken from the tables
 */
record FindingsReader(Scope scope, Map<String, MetricFacts> declared) {

  private static final int MOST_CLOUD_METRICS = 12;

  /** What HCAT draws beside the recall of passages and of relevance (figures 5 and 6). */
  private static final List<String> BESIDE =
      List.of("retrieval.precision_at_5", "context_relevancy.precision_relevancy");

  /** Queries that need nothing of each other run at the same time, in two steps. */
  Findings read() {
    LeaderboardRows analysis = new LeaderboardRows(scope);
    ScoreRows scores = new ScoreRows(scope);
    CalibrationRows calibration = new CalibrationRows(scope);
    scope.ready();
    Pending pending = new Pending(scope.store().spark());
    Supplier<TopicRows> strata = pending.add(() -> new TopicRows(scope));
    Supplier<Map<String, MetricFacts>> metrics = pending.add(() -> scores.metrics(declared));
    Supplier<List<CalibrationSummary>> calibrations = pending.add(calibration::calibrations);
    Supplier<List<Cell>> cells = pending.add(analysis::cells);
    Supplier<List<String>> systems = pending.add(scores::systems);
    Supplier<List<Difference>> differences = pending.add(analysis::differences);
    Supplier<List<Weakness>> weaknesses = pending.add(analysis::weaknesses);
    Supplier<List<Missing>> missing = pending.add(scores::missing);
    Supplier<List<Labels>> labelled = pending.add(calibration::labels);
    Supplier<List<Agreed>> agreement = pending.add(calibration::agreement);
    Supplier<List<SetScore>> sets = pending.add(new SetRows(scope, declared)::scores);
    Supplier<Remarks> problems = pending.add(() -> new RemarkRows(scope).of(Tables.PROBLEMS));
    Supplier<Remarks> insights = pending.add(() -> new RemarkRows(scope).of(Tables.INSIGHTS));
    Supplier<List<Risk>> risks = pending.add(new RiskRows(scope)::risks);
    Supplier<List<String>> models = pending.add(scores::models);
    Supplier<Map<String, String>> areas = pending.add(analysis::areas);
    pending.run();

    Headline headline =
        Headline.of(
            calibrations.get(), metrics.get(), cells.get(), scope.config().report().dimension());
    List<Topic> topics = strata.get().topics();
    Map<Integer, String> labels = labels(topics);
    Supplier<Cloud> cloud =
        pending.add(
            () -> scores.cloud(cloudMetrics(metrics.get(), headline), systems.get(), labels));
    Supplier<List<WorstCase>> worst =
        pending.add(
            () ->
                headline
                    .metric()
                    .filter(m -> m.direction() != Direction.NONE)
                    .map(m -> new WorstRows(scope, labels).worst(m))
                    .orElse(List.of()));
    Supplier<List<Decided>> decided = pending.add(new DecisionRows(scope, labels)::decided);
    Supplier<TopicMap> map = pending.add(strata.get()::map);
    Supplier<Coverage> coverage = pending.add(new CoverageRows(scope)::coverage);
    pending.run();
    return new Findings(
        systems.get(),
        metrics.get(),
        cells.get(),
        differences.get(),
        topics,
        calibrations.get(),
        decided.get(),
        weaknesses.get(),
        missing.get(),
        cloud.get(),
        map.get(),
        coverage.get(),
        worst.get(),
        labelled.get(),
        agreement.get(),
        sets.get(),
        problems.get(),
        insights.get(),
        risks.get(),
        scope.runs(),
        models.get(),
        areas.get());
  }

  /** What the first lines say, and nothing else. */
  Findings headline() {
    LeaderboardRows analysis = new LeaderboardRows(scope);
    CalibrationRows calibration = new CalibrationRows(scope);
    Pending pending = new Pending(scope.store().spark());
    Supplier<List<String>> systems = pending.add(new ScoreRows(scope)::systems);
    Supplier<List<Cell>> cells = pending.add(analysis::cells);
    Supplier<List<Difference>> differences = pending.add(analysis::differences);
    Supplier<List<CalibrationSummary>> calibrations = pending.add(calibration::plain);
    Supplier<List<Labels>> labels = pending.add(calibration::labels);
    Supplier<List<Decided>> decided = pending.add(new DecisionRows(scope, Map.of())::decided);
    pending.run();
    return new Findings(
        systems.get(),
        declared,
        cells.get(),
        differences.get(),
        List.of(),
        calibrations.get(),
        decided.get(),
        List.of(),
        List.of(),
        new Cloud(List.of(), Map.of(), 0),
        new TopicMap(List.of(), 0, true, java.util.Optional.empty()),
        new Coverage(List.of(), List.of(), 0),
        List.of(),
        labels.get(),
        List.of(),
        List.of(),
        new Remarks(List.of(), 0),
        new Remarks(List.of(), 0),
        List.of(),
        scope.runs(),
        List.of(),
        Map.of());
  }

  private static Map<Integer, String> labels(List<Topic> topics) {
    return topics.stream()
        .collect(java.util.stream.Collectors.toMap(Topic::id, Topic::label, (a, b) -> a));
  }

  private static List<String> cloudMetrics(Map<String, MetricFacts> metrics, Headline headline) {
    Set<String> names = new LinkedHashSet<>();
    headline.metric().ifPresent(m -> names.add(m.name()));
    metrics.values().stream()
        .filter(m -> m.primary() && m.direction() != Direction.NONE)
        .forEach(m -> names.add(m.name()));
    return Stream.concat(
            names.stream().limit(MOST_CLOUD_METRICS), BESIDE.stream().filter(metrics::containsKey))
        .distinct()
        .toList();
  }
}
