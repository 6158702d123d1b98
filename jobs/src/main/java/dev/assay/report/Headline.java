package dev.assay.report;

import dev.assay.core.Direction;
import dev.assay.report.Findings.Cell;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the verdict rests on, in this order: a calibration that is fit for decisions, with the
 * highest lower end of its AUROC, of the dimension that the report is about where it names one;
 * then the best unfit one of that dimension; else the gate's metric, else the first metric with a
 * threshold, on its own scale, with what calibration said of it.
 *
 * @param metric the metric
 * @param calibration its calibration, if there is one
 */
record Headline(MetricFacts metric, Optional<CalibrationSummary> calibration) {

  /** What a claim of trust may rest on. */
  enum Basis {
    /** Calibrated probabilities: shares of answers that a labeller would pass. */
    CALIBRATED,
    /** The metric's own scale against its threshold, never compared with labels. */
    THRESHOLD,
    /** The metric was compared with labels and does not follow them. */
    UNFIT
  }

  static Optional<Headline> of(
      List<CalibrationSummary> calibrations,
      Map<String, MetricFacts> metrics,
      List<Cell> cells,
      String gateMetric,
      String dimension) {
    List<CalibrationSummary> usable =
        calibrations.stream()
            .filter(c -> c.slice().equals(Slice.ALL) && metrics.containsKey(c.metric()))
            .filter(c -> dimension.isEmpty() || c.dimension().equals(dimension))
            .toList();
    Optional<CalibrationSummary> best =
        best(usable.stream().filter(CalibrationSummary::fit).toList())
            .or(() -> dimension.isEmpty() ? Optional.empty() : best(usable));
    if (best.isPresent()) {
      return Optional.of(new Headline(metrics.get(best.get().metric()), best));
    }
    return metric(metrics, cells, gateMetric)
        .map(
            m ->
                new Headline(
                    m,
                    calibrations.stream()
                        .filter(c -> c.metric().equals(m.name()) && c.slice().equals(Slice.ALL))
                        .findFirst()));
  }

  private static Optional<CalibrationSummary> best(List<CalibrationSummary> calibrations) {
    return calibrations.stream()
        .max(
            Comparator.comparingDouble((CalibrationSummary c) -> c.aurocLow().orElse(0))
                .thenComparing(CalibrationSummary::metric, Comparator.reverseOrder())
                .thenComparing(CalibrationSummary::dimension, Comparator.reverseOrder()));
  }

  private static Optional<MetricFacts> metric(
      Map<String, MetricFacts> metrics, List<Cell> cells, String gateMetric) {
    if (metrics.containsKey(gateMetric)) {
      return Optional.of(metrics.get(gateMetric));
    }
    return metrics.values().stream()
        .filter(m -> m.direction() != Direction.NONE && m.threshold().isPresent())
        .filter(m -> cells.stream().anyMatch(c -> c.metric().equals(m.name())))
        .findFirst();
  }

  Basis basis() {
    if (calibration.isEmpty() || !isJudged()) {
      return Basis.THRESHOLD;
    }
    return calibration.get().fit() ? Basis.CALIBRATED : Basis.UNFIT;
  }

  private boolean isJudged() {
    return List.of("ok", "unfit").contains(calibration.orElseThrow().status());
  }
}
