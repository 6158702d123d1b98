package dev.assay.jobs.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.config.reading.ConfigLoader;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.gate.GateCheck.Outcome;
import dev.assay.tables.NamedRow;
import dev.assay.tables.Tables;
import java.time.Instant;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

class GateBoundTest {
  private static final String METRIC = "groundedness.groundedness";

  private static GateBound.Found found(Row cell, String... settings) {
    ConfigLoader loader = ConfigLoader.defaults();
    for (String setting : settings) {
      loader = loader.set(setting);
    }
    Run run = new Run(null, loader.load().config(), null, "gate", "", Instant.EPOCH);
    return new GateBound(run).of(cell, "grounded");
  }

  private static Row human(double low, double high, long answered, long missing, long groups) {
    return cell("human: PPI++", groups)
        .set("human_estimate", (low + high) / 2)
        .set("human_ci_low", low)
        .set("human_ci_high", high)
        .set("n", answered)
        .set("n_missing", missing)
        .build();
  }

  private static NamedRow cell(String method, long groups) {
    return NamedRow.of(Tables.LEADERBOARD)
        .set("run_id", "r")
        .set("system", "a")
        .set("slice", "all")
        .set("metric", "human")
        .set("dimension", "grounded")
        .set("validation_dimension", "")
        .set("ci_method", method)
        .set("n_groups", groups)
        .set("status", "ok");
  }

  @Test
  void missingAnswersMayTurnIt() {
    assertThat(found(human(.92, .98, 100, 0, 50)).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(found(human(.92, .98, 96, 4, 50)))
        .isEqualTo(
            new GateBound.Found(
                Outcome.UNDECIDED,
                "0.9500 [0.9200, 0.9800], the bound is at least 0.9000; undecided: the answers that"
                    + " are missing (4 of 100) could turn it"));
    assertThat(found(human(.96, .98, 96, 4, 50)).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(found(human(.70, .899, 96, 4, 50)).outcome()).isEqualTo(Outcome.UNDECIDED);
    assertThat(found(human(.70, .85, 96, 4, 50)).outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void fewJudgedQuestionsDecideNothing() {
    assertThat(found(human(.92, .98, 100, 0, 4)))
        .satisfies(one -> assertThat(one.outcome()).isEqualTo(Outcome.UNDECIDED))
        .satisfies(
            one ->
                assertThat(one.text())
                    .endsWith(
                        "undecided: 4 judged questions are fewer than analyze.min-groups = 5"));
    assertThat(found(human(.92, .98, 100, 0, 4), "analyze.min-groups=4").outcome())
        .isEqualTo(Outcome.PASSED);
  }

  @Test
  void anAppetiteChoosesTheBar() {
    Row cell = human(.82, .88, 100, 0, 50);
    assertThat(found(cell).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(found(cell, "gate.appetite=high").outcome()).isEqualTo(Outcome.PASSED);
  }

  @Test
  void aMetricWithoutIntervalIsUndecidedAndSaysWhy() {
    Row cell =
        cell("none: one group", 1).set("estimate", .5).set("n", 3L).set("n_missing", 0L).build();
    assertThat(
            found(cell, "gate.metric=\"" + METRIC + "\"", "gate.method=fixed", "gate.threshold=.4"))
        .isEqualTo(
            new GateBound.Found(
                Outcome.UNDECIDED, "0.5000; undecided: it has no interval (none: one group)"));
  }
}
