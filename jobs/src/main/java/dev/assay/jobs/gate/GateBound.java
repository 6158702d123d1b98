package dev.assay.jobs.gate;

import static org.apache.spark.sql.functions.col;

import dev.assay.config.AssayConfig;
import dev.assay.config.GateConfig;
import dev.assay.core.Direction;
import dev.assay.core.Metric;
import dev.assay.jobs.engine.Run;
import dev.assay.jobs.engine.StageException;
import dev.assay.jobs.gate.GateCheck.Outcome;
import dev.assay.jobs.scores.Cells;
import dev.assay.jobs.scores.EvaluatorSelection;
import dev.assay.stats.BoundCheck;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * Whether the bad end of a cell's interval reaches the bound. What people would pass does whatever
 * the answers that are missing are worth, as the page says it.
 */
final class GateBound {
  private final Run run;
  private final AssayConfig config;
  private final GateConfig gate;

  GateBound(Run run) {
    this.run = run;
    this.config = run.config();
    this.gate = config.gate();
  }

  /** What came of it, in a sentence. */
  record Found(Outcome outcome, String text) {}

  Found of(Row cell, String dimension) {
    String prefix = gate.human() ? "human_" : "";
    Optional<Double> estimate =
        RowValues.optional(cell, gate.human() ? "human_estimate" : "estimate");
    Optional<Double> low = RowValues.optional(cell, prefix + "ci_low");
    Optional<Double> high = RowValues.optional(cell, prefix + "ci_high");
    String method = cell.getAs("ci_method");
    if (estimate.isEmpty()) {
      return new Found(Outcome.FAILED, "it has no estimate (" + method + ")");
    }
    long groups = cell.getAs("n_groups");
    if (low.isEmpty() || high.isEmpty()) {
      return new Found(
          Outcome.UNDECIDED,
          String.format(
              Locale.ROOT, "%.4f; undecided: it has no interval (%s)", estimate.get(), method));
    }
    boolean down = !gate.human() && metric().direction() == Direction.DOWN;
    double bound = value(dimension);
    BoundCheck test =
        down
            ? new BoundCheck(-estimate.get(), -high.get(), -low.get(), -bound, groups)
            : new BoundCheck(estimate.get(), low.get(), high.get(), bound, groups);
    String text =
        String.format(
            Locale.ROOT,
            "%.4f [%.4f, %.4f], the bound is %s %.4f",
            estimate.get(),
            low.get(),
            high.get(),
            down ? "at most" : "at least",
            bound);
    Found found =
        gate.human()
            ? human(test, cell.<Long>getAs("n"), cell.<Long>getAs("n_missing"))
            : found(test);
    return new Found(found.outcome(), text + found.text());
  }

  private Found found(BoundCheck test) {
    Outcome outcome = GateCheck.outcome(test.outcome());
    return new Found(outcome, undecided(outcome, test));
  }

  /** As the page tells it: undecided on few questions, and where missing answers may turn it. */
  private Found human(BoundCheck test, long answered, long missing) {
    int least = config.analyze().minGroups();
    if (test.groups() < least) {
      return new Found(
          Outcome.UNDECIDED,
          "; undecided: %d judged questions are fewer than analyze.min-groups = %d"
              .formatted(test.groups(), least));
    }
    double share = missing == 0 ? 0 : (double) missing / (missing + answered);
    BoundCheck.Outcome known =
        new BoundCheck(
                test.estimate(),
                test.low() * (1 - share),
                test.high() * (1 - share) + share,
                test.bound(),
                test.groups())
            .outcome();
    return known == test.outcome()
        ? found(test)
        : new Found(
            Outcome.UNDECIDED,
            "; undecided: the answers that are missing (%d of %d) could turn it"
                .formatted(missing, missing + answered));
  }

  /** What an undecided test says of what would settle it. */
  String undecided(Outcome outcome, BoundCheck test) {
    if (outcome != Outcome.UNDECIDED) {
      return "";
    }
    String unit = gate.human() ? "judged questions" : "questions";
    return test.needed(config.analyze().confidence()).stream()
        .mapToObj(
            needed ->
                "; undecided: about %d %s would settle it, %d more than there are"
                    .formatted(needed, unit, needed - test.groups()))
        .findFirst()
        .orElse("; undecided: the estimate lies on the bound, which no number of cases settles");
  }

  /** The declared metric. */
  Metric metric() {
    return EvaluatorSelection.metrics(config).get(gate.metric());
  }

  private double value(String dimension) {
    return switch (gate.method()) {
      case "fixed" -> gate.threshold().orElseThrow();
      case "auto", "metric" ->
          gate.human() ? config.gateBar(dimension) : metric().threshold().orElseThrow();
      default -> chosen();
    };
  }

  /** What {@code calibrate} chose for the method, dimension and appetite. */
  private double chosen() {
    String appetite = gate.appetite().orElse(config.report().appetite());
    List<Row> rows =
        run.store()
            .read(Tables.THRESHOLDS)
            .where(
                col("metric")
                    .equalTo(gate.metric())
                    .and(col("dimension").equalTo(gate.dimension()))
                    .and(col("slice").equalTo(Cells.ALL))
                    .and(col("method").equalTo(gate.method()))
                    .and(col("appetite").equalTo(appetite)))
            .takeAsList(1);
    String wanted =
        "gate.method = '%s' for %s, dimension '%s', appetite '%s'"
            .formatted(gate.method(), gate.metric(), gate.dimension(), appetite);
    if (rows.isEmpty()) {
      throw new StageException(
          wanted + ": there is no such threshold. Run 'assay calibrate' with labels of it first.");
    }
    Double threshold = rows.get(0).getAs("threshold");
    if (threshold == null) {
      throw new StageException(wanted + " has no value: " + rows.get(0).getAs("reason") + ".");
    }
    return threshold;
  }
}
