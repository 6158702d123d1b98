package dev.assay.jobs.calibrating;

import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.ProbabilityMap;
import dev.assay.config.AutomateConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.CaseRule;
import dev.assay.conformal.CaseRule.Limit;
import dev.assay.conformal.CaseSets;
import dev.assay.conformal.Decision;
import dev.assay.conformal.Guarantee;
import dev.assay.conformal.LeastAmbiguous;
import dev.assay.conformal.Nonconformity;
import dev.assay.conformal.OrdinalAdaptive;
import dev.assay.conformal.SetPredictor;
import dev.assay.conformal.SmallSampleSets;
import dev.assay.jobs.engine.Run;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/** Calibrations with the guarantees that were fitted with them, as rules for single cases. */
final class CaseRules {
  private final Run run;
  private final Map<String, List<Row>> guarantees = new HashMap<>();

  private CaseRules(Run run, List<Row> rows) {
    this.run = run;
    for (Row row : rows) {
      guarantees.computeIfAbsent(row.getAs("calibration_id"), id -> new ArrayList<>()).add(row);
    }
  }

  /** Those of the last finished {@code calibrate} under this run's name. */
  static CaseRules latest(Run run) {
    return new CaseRules(
        run,
        run.store()
            .read(Tables.GUARANTEES)
            .where(col("fitted_at").equalTo(run.latestStart("calibrate")))
            .collectAsList());
  }

  /** The rule of a calibration; empty when nothing could be fitted. */
  Optional<CaseRule> of(StoredCalibration calibrated) {
    return calibrated.map().map(map -> rule(calibrated, map));
  }

  private CaseRule rule(StoredCalibration calibrated, ProbabilityMap map) {
    List<Row> own = guarantees.getOrDefault(calibrated.id(), List.of());
    AutomateConfig automate = run.config().automate();
    return new CaseRule(
        calibrated.status(),
        calibrated.reason(),
        map,
        sets(calibrated, map, own),
        automate.method(),
        limit(calibrated.slice(), own, automate, Decision.ACCEPT),
        limit(calibrated.slice(), own, automate, Decision.REJECT));
  }

  /** Risk control's promise is about both sides. */
  static Limit limit(String slice, List<Row> guarantees, AutomateConfig automate, Decision side) {
    String method = automate.method();
    if (method.equals("none")) {
      return Limit.nothing("automate.method is none");
    }
    boolean risk = method.equals(Automation.RISK_CONTROL);
    return guarantees.stream()
        .filter(
            row ->
                risk
                    ? row.getAs("kind").equals(Guarantee.Kind.RISK.id())
                    : side.id().equals(row.getAs("decision")))
        .filter(row -> row.getAs("slice").equals(slice))
        .findFirst()
        .map(row -> limit(row, risk ? least(row, automate) : 0))
        .orElseGet(() -> Limit.nothing(none(guarantees)));
  }

  /** How sure the machine must be by now, whatever it had to be when the promise was made. */
  private static double least(Row row, AutomateConfig automate) {
    return automate.minConfidence().orElse(1 - row.<Double>getAs("alpha"));
  }

  private static String none(List<Row> guarantees) {
    return guarantees.stream()
            .filter(row -> row.getAs("kind").equals(Guarantee.Kind.DECIDED_ERROR.id()))
            .anyMatch(row -> row.getAs("decision") == null)
        ? "its promise is of an older Assay that did not tell accepts from rejects; run 'assay"
            + " calibrate'"
        : "no guarantee was fitted; run 'assay calibrate'";
  }

  private static Limit limit(Row row, double least) {
    String reason = row.getAs("reason");
    Double quantile = row.getAs("quantile");
    return reason != null || quantile == null
        ? Limit.nothing("not decided by machine: " + reason)
        : new Limit(Math.max(quantile, least), row.getAs("promise"));
  }

  private CaseSets sets(StoredCalibration calibrated, ProbabilityMap map, List<Row> guarantees) {
    Map<String, Double> quantiles = new HashMap<>();
    Optional<String> score = Optional.empty();
    for (Row row : guarantees) {
      if (row.getAs("kind").equals(Guarantee.Kind.COVERAGE.id())) {
        Double quantile = row.getAs("quantile");
        if (quantile != null) {
          quantiles.put(Category.without(calibrated.slice(), row.getAs("slice")), quantile);
        }
        String method = row.getAs("method");
        score = Optional.of(method.substring(method.lastIndexOf(' ') + 1));
        if (SmallSampleSets.knows(method)) {
          Optional<SetPredictor> predictor =
              new SetLearners(run)
                  .stored(method, calibrated, map)
                  .predictor(PromiseWork.labelledCases(row));
          if (predictor.isPresent()) {
            return new CaseSets.Compared(predictor.get());
          }
        }
      }
    }
    return new CaseSets.Quantiles(
        map.scale(),
        map.scale().isBinary()
            ? new LeastAmbiguous()
            : score.map(Nonconformity::of).orElse(new OrdinalAdaptive()),
        quantiles,
        Category.byLabel(run.config().sets()));
  }
}
