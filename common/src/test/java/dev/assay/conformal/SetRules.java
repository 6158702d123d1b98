package dev.assay.conformal;

import dev.assay.calibration.ProbabilityMap;
import java.util.Map;

/** What production decides by, where single sets of one quantile decide. */
final class SetRules {
  private SetRules() {}

  static CaseRule of(ProbabilityMap map, Nonconformity sets, double quantile) {
    return of(CalibrationStatus.OK, "", map, sets, quantile);
  }

  static CaseRule of(Calibration calibration) {
    return of(
        calibration.status(),
        calibration.reason(),
        calibration.map().orElseThrow(),
        calibration.sets(),
        calibration.conformal().orElseThrow().value());
  }

  private static CaseRule of(
      CalibrationStatus status,
      String reason,
      ProbabilityMap map,
      Nonconformity sets,
      double quantile) {
    CaseSets cases =
        new CaseSets.Quantiles(map.scale(), sets, Map.of(SetGuarantees.ALL, quantile), false);
    CaseRule.Limit none = CaseRule.Limit.nothing("");
    return new CaseRule(status, reason, map, cases, CaseRule.SETS, none, none);
  }
}
