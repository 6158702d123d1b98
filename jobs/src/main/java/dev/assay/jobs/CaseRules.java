package dev.assay.jobs;

import static org.apache.spark.sql.functions.col;

import dev.assay.calibration.DecisionRule;
import dev.assay.config.AutomateConfig;
import dev.assay.conformal.Automation;
import dev.assay.conformal.CaseRule;
import dev.assay.conformal.Guarantee;
import dev.assay.tables.Tables;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Row;

/** Calibrations with the guarantees that were fitted with them, as rules for single cases. */
final class CaseRules {
  private final Run run;
  private final Map<String, Map<String, Row>> guarantees = new HashMap<>();

  private CaseRules(Run run, List<Row> rows) {
    this.run = run;
    for (Row row : rows) {
      guarantees
          .computeIfAbsent(name(row.getAs("metric"), row.getAs("dimension")), n -> new HashMap<>())
          .put(row.getAs("kind") + " " + row.getAs("slice"), row);
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

  private static String name(String metric, String dimension) {
    return metric + " " + dimension;
  }

  /** The rule of a calibration; empty when nothing could be fitted. */
  Optional<CaseRule> of(Calibrated calibrated) {
    return calibrated.rule().map(rule -> rule(calibrated, rule));
  }

  private CaseRule rule(Calibrated calibrated, DecisionRule rule) {
    Map<String, Row> own =
        guarantees.getOrDefault(name(calibrated.metric(), calibrated.dimension()), Map.of());
    Map<String, Double> quantiles = new HashMap<>();
    own.forEach(
        (key, row) -> {
          Double quantile = row.getAs("quantile");
          if (row.getAs("kind").equals(Guarantee.Kind.COVERAGE.id()) && quantile != null) {
            quantiles.put(row.getAs("slice"), quantile);
          }
        });
    AutomateConfig automate = run.config().automate();
    Optional<Row> decider =
        Optional.ofNullable(
            own.get(
                (automate.method().equals(Automation.RISK_CONTROL)
                        ? Guarantee.Kind.RISK
                        : Guarantee.Kind.DECIDED_ERROR)
                    .id()
                    + " "
                    + Cells.ALL));
    boolean off = automate.method().equals("none");
    return new CaseRule(
        calibrated.status(),
        calibrated.reason(),
        rule.map(),
        quantiles,
        Category.byLabel(run.config().sets()),
        automate.method(),
        off ? Optional.empty() : decider.flatMap(row -> Optional.ofNullable(row.<Double>getAs("quantile"))),
        off ? "automate.method is none" : decider.map(CaseRules::promise).orElse("no guarantee"));
  }

  private static String promise(Row row) {
    String reason = row.getAs("reason");
    return reason == null ? row.getAs("promise") : "not decided by machine: " + reason;
  }
}
