package dev.assay.report;

import dev.assay.calibration.ProbabilityMaps;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One calibration as the page shows it.
 *
 * @param metric the metric, or several joined by " + "
 * @param curve calibrated probability by score, ascending scores
 * @param labelled labelled cases: score and label
 * @param labelledTotal labelled cases before the sample by hash
 * @param promises what is guaranteed of its sets and decisions
 * @param reliability observed share of label 1 by mean score, on unseen groups
 */
record CalibrationSummary(
    String metric,
    String dimension,
    String slice,
    String method,
    long train,
    long conformal,
    long groups,
    double alpha,
    OptionalDouble quantile,
    OptionalDouble coverage,
    Divisions divisions,
    Map<String, Double> setSizes,
    OptionalDouble ece,
    OptionalDouble brier,
    OptionalDouble logLoss,
    OptionalDouble auroc,
    OptionalDouble aurocLow,
    OptionalDouble aurocHigh,
    Map<String, Double> baselines,
    String status,
    String reason,
    List<Knot> curve,
    List<LabelledCase> labelled,
    long labelledTotal,
    List<Bin> reliability,
    List<Promise> promises) {

  /** Coverage over other divisions of the unseen groups: its mean, and where nine of ten lie. */
  record Divisions(OptionalDouble mean, OptionalDouble low, OptionalDouble high) {

    /** As a sentence; empty where there were groups enough. */
    String sentence() {
      return mean.isEmpty()
          ? ""
          : " Over 200 other divisions of the same questions: %s on average, %s to %s in nine of ten."
              .formatted(Numbers.percent(mean), Numbers.percent(low), Numbers.percent(high));
    }
  }

  record Knot(double score, double probability) {}

  record LabelledCase(double score, int label, String system, String split) {}

  record Bin(double score, double probability, OptionalDouble low, OptionalDouble high, long n) {}

  /** Whether decisions may rest on it. */
  boolean fit() {
    return "ok".equals(status);
  }

  /** What is promised of its decisions over all cases, a blank before each promise. */
  String promised() {
    return promises.stream()
        .filter(p -> p.decides() && p.reason().isBlank() && p.slice().equals(Slice.ALL))
        .map(p -> " " + p.words())
        .distinct()
        .collect(java.util.stream.Collectors.joining());
  }

  /** Whether labels have more levels than two, whose sets are no regions of the curve. */
  boolean ofLevels() {
    return ProbabilityMaps.ofLevels(method);
  }

  /** The curve at a score, linear between knots; empty outside. */
  OptionalDouble probability(double score) {
    for (int i = 1; i < curve.size(); i++) {
      Knot left = curve.get(i - 1);
      Knot right = curve.get(i);
      if (score >= left.score() && score <= right.score() && right.score() > left.score()) {
        double share = (score - left.score()) / (right.score() - left.score());
        return OptionalDouble.of(
            left.probability() + share * (right.probability() - left.probability()));
      }
    }
    return OptionalDouble.empty();
  }
}
