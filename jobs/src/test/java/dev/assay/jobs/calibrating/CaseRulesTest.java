package dev.assay.jobs.calibrating;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.AutomateConfig;
import dev.assay.conformal.CaseRule.Limit;
import dev.assay.conformal.Decision;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

/** What stored promises allow, without a session. */
class CaseRulesTest {
  private static final StructType ROWS =
      StructType.fromDDL(
          "kind STRING, decision STRING, slice STRING, reason STRING, quantile DOUBLE,"
              + " promise STRING, alpha DOUBLE");

  @Test
  void aPromiseOfAnOlderAssaySaysSo() {
    Limit old = limit("learn-then-test", Optional.empty(), row("decided_error", null, .7));
    assertThat(old.from()).isInfinite();
    assertThat(old.words())
        .isEqualTo(
            "its promise is of an older Assay that did not tell accepts from rejects; run 'assay"
                + " calibrate'");
    assertThat(limit("learn-then-test", Optional.empty(), row("coverage", null, .7)).words())
        .isEqualTo("no guarantee was fitted; run 'assay calibrate'");
    assertThat(limit("learn-then-test", Optional.empty(), row("decided_error", "accept", .7)))
        .isEqualTo(new Limit(.7, "promised"));
  }

  @Test
  void riskControlDecidesNothingBelowTheLeastConfidence() {
    assertThat(limit("risk-control", Optional.empty(), row("risk", null, .6)).from()).isEqualTo(.9);
    assertThat(limit("risk-control", Optional.of(.75), row("risk", null, .6)).from())
        .isEqualTo(.75);
    assertThat(limit("risk-control", Optional.of(.75), row("risk", null, .8)).from()).isEqualTo(.8);
  }

  private static Limit limit(String method, Optional<Double> least, Row row) {
    AutomateConfig automate =
        new AutomateConfig(
            method, .1, Optional.empty(), Optional.empty(), least, Optional.empty(), .1, true, "");
    return CaseRules.limit("all", List.of(row), automate, Decision.ACCEPT);
  }

  private static Row row(String kind, String decision, double quantile) {
    return new GenericRowWithSchema(
        new Object[] {kind, decision, "all", null, quantile, "promised", .1}, ROWS);
  }
}
