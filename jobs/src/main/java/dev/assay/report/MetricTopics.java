package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import dev.assay.report.Findings.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * For each system its primary metrics by topic: which metric is low where. Metrics have scales of
 * their own; a colour says whether the interval passes the metric's threshold.
 */
record MetricTopics(Findings findings) {

  /** One system. */
  record Table(String system, List<Line> lines) {}

  /** One metric, an entry a topic. */
  record Line(String title, List<Entry> entries) {}

  /**
   * @param estimate empty where nothing was measured
   */
  record Entry(String tone, String estimate, String interval, String n) {
    static final Entry NONE = new Entry("unknown", "", "", "");
  }

  /** None where there are no topics. */
  List<Table> tables() {
    Map<List<Object>, Cell> cells = new HashMap<>();
    for (Cell cell : findings.cells()) {
      OptionalInt stratum = Slice.parse(cell.slice()).onlyStratum();
      if (stratum.isPresent() && cell.dimension().isEmpty() && cell.estimate().isPresent()) {
        cells.put(List.of(cell.system(), cell.metric(), stratum.getAsInt()), cell);
      }
    }
    List<MetricFacts> metrics =
        findings.metrics().values().stream()
            .filter(metric -> metric.primary() && metric.direction() != Direction.NONE)
            .filter(metric -> cells.keySet().stream().anyMatch(key -> key.contains(metric.name())))
            .toList();
    return findings.topics().isEmpty() || metrics.isEmpty()
        ? List.of()
        : findings.systems().stream()
            .map(
                system ->
                    new Table(
                        system,
                        metrics.stream().map(metric -> line(system, metric, cells)).toList()))
            .toList();
  }

  private Line line(String system, MetricFacts metric, Map<List<Object>, Cell> cells) {
    return new Line(
        metric.title(),
        findings.topics().stream()
            .map(Topic::id)
            .map(topic -> cells.get(List.<Object>of(system, metric.name(), topic)))
            .map(cell -> cell == null ? Entry.NONE : entry(metric, cell))
            .toList());
  }

  private static Entry entry(MetricFacts metric, Cell cell) {
    return new Entry(
        Trust.level(
                cell.low(), cell.high(), cell.groups(), metric.direction(), metric.threshold(), 1)
            .name()
            .toLowerCase(java.util.Locale.ROOT),
        Numbers.plain(cell.estimate()),
        Numbers.interval(cell.low(), cell.high()),
        Numbers.count(cell.n()));
  }
}
