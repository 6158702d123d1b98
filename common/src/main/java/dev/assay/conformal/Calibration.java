package dev.assay.conformal;

import dev.assay.calibration.ProbabilityMap;
import dev.assay.calibration.Reliability;
import dev.assay.stats.Interval;
import java.util.Map;
import java.util.Optional;

/**
 * How far one metric may be trusted, and what turns its scores into decisions.
 *
 * @param status whether decisions may rest on it
 * @param reason why not; empty when they may
 * @param map the probability map; absent when degenerate
 * @param sets the nonconformity that sets are made by
 * @param nTrain rows that fitted the map
 * @param nConformal rows that gave the quantile
 * @param nTest rows that checked coverage
 * @param nGroups labelled groups in all
 * @param conformal the sets; present exactly when {@code map} is
 * @param coverage on the test groups; absent without a map or a test group
 * @param reliability on the conformal and test groups, which the map has not seen; absent without a
 *     map or such groups
 * @param auroc of the metric in its good direction on those groups; absent when they have one label
 * @param baselines AUROC of each baseline on those groups, turned the way that it pointed on the
 *     train groups
 * @param gains the metric's AUROC less each baseline's, paired
 */
public record Calibration(
    CalibrationStatus status,
    String reason,
    Optional<ProbabilityMap> map,
    Nonconformity sets,
    int nTrain,
    int nConformal,
    int nTest,
    int nGroups,
    Optional<Quantile> conformal,
    Optional<Coverage> coverage,
    Optional<Reliability> reliability,
    Optional<Interval> auroc,
    Map<String, Interval> baselines,
    Map<String, Interval> gains) {

  public Calibration {
    baselines = Map.copyOf(baselines);
    gains = Map.copyOf(gains);
  }
}
