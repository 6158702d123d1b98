package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the page leads with: the dimension whose human estimate the verdicts rest on, and the metric
 * whose single answers it shows. No verdict rests on the metric.
 *
 * @param dimension what people labelled; empty where there is no human estimate of it
 * @param wanted the dimension that the configuration asks for; empty: any
 * @param metric a calibrated one that is fit, else an unfit one, of the dimension; else the first
 *     with a threshold
 * @param calibration of that metric, over all cases
 */
record Headline(
    Optional<String> dimension,
    String wanted,
    Optional<MetricFacts> metric,
    Optional<CalibrationSummary> calibration) {

  static Headline of(
      List<CalibrationSummary> calibrations,
      Map<String, MetricFacts> metrics,
      List<Cell> cells,
      String wanted) {
    Optional<String> dimension =
        JudgedShares.dimensions(cells).stream()
            .filter(d -> wanted.isEmpty() || d.equals(wanted))
            .findFirst();
    String about = dimension.orElse(wanted);
    List<CalibrationSummary> known =
        calibrations.stream()
            .filter(c -> c.slice().equals(Slice.ALL) && metrics.containsKey(c.metric()))
            .filter(c -> about.isEmpty() || c.dimension().equals(about))
            .toList();
    Optional<CalibrationSummary> best =
        best(known.stream().filter(CalibrationSummary::fit).toList()).or(() -> best(known));
    Optional<MetricFacts> metric =
        best.map(c -> metrics.get(c.metric())).or(() -> first(metrics, cells));
    return new Headline(dimension, wanted, metric, best);
  }

  /** The fit one with the highest lower end of its AUROC. */
  static Optional<CalibrationSummary> best(List<CalibrationSummary> calibrations) {
    return calibrations.stream()
        .max(
            Comparator.comparingDouble((CalibrationSummary c) -> c.aurocLow().orElse(0))
                .thenComparing(CalibrationSummary::metric, Comparator.reverseOrder())
                .thenComparing(CalibrationSummary::dimension, Comparator.reverseOrder()));
  }

  private static Optional<MetricFacts> first(Map<String, MetricFacts> metrics, List<Cell> cells) {
    List<MetricFacts> directed =
        metrics.values().stream()
            .filter(m -> m.direction() != Direction.NONE && m.threshold().isPresent())
            .toList();
    return directed.stream()
        .filter(m -> cells.stream().anyMatch(c -> c.metric().equals(m.name())))
        .findFirst()
        .or(() -> directed.stream().findFirst());
  }
}
