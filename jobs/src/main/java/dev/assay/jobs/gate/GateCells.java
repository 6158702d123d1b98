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
import dev.assay.stats.BoundTest;
import dev.assay.tables.RowValues;
import dev.assay.tables.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.spark.sql.Row;

/** Tests of the last analysis alone: that there is a cell, what is missing, and the bound. */
final class GateCells {
  private final Run run;
  private final AssayConfig config;
  private final GateConfig gate;
  private final List<Row> cells;

  GateCells(Run run) {
    this.run = run;
    this.config = run.config();
    this.gate = config.gate();
    this.cells =
        run.store()
            .read(Tables.LEADERBOARD)
            .where(col("run_id").equalTo(run.latest("analyze")))
            .where(
                col("metric")
                    .equalTo(gate.metric())
                    .or(col("slice").equalTo(Cells.ALL).and(col("dimension").equalTo(""))))
            .orderBy("system", "slice", "metric", "dimension")
            .collectAsList();
  }

  /** The systems that are held to it. */
  List<String> systems() {
    if (!gate.systems().isEmpty()) {
      return gate.systems();
    }
    TreeSet<String> systems = new TreeSet<>();
    cells.forEach(cell -> systems.add(cell.getAs("system")));
    return List.copyOf(systems);
  }

  /** The human dimensions that are tested; one that is empty for a metric. */
  List<String> dimensions() {
    if (!gate.human()) {
      return List.of("");
    }
    String wanted = gate.dimension().isEmpty() ? config.report().dimension() : gate.dimension();
    if (!wanted.isEmpty()) {
      return List.of(wanted);
    }
    TreeSet<String> judged = new TreeSet<>();
    cells.stream()
        .filter(cell -> cell.getAs("metric").equals(GateConfig.HUMAN))
        .forEach(cell -> judged.add(cell.getAs("dimension")));
    return List.copyOf(judged);
  }

  /** What is tested, in words. */
  String subject(String dimension) {
    return gate.human() ? GateConfig.HUMAN + "." + dimension : gate.metric();
  }

  List<GateCheck> checks() {
    if (systems().isEmpty()) {
      return List.of(
          failed("cell", gate.metric(), "", "", "the last analysis has no system to hold to it"));
    }
    if (dimensions().isEmpty()) {
      return List.of(
          failed(
              "cell",
              GateConfig.HUMAN,
              String.join(", ", systems()),
              Cells.ALL,
              "nobody has judged these answers, so there is nothing to gate but similarity: import"
                  + " labels, or name a metric in gate.metric"));
    }
    List<GateCheck> checks = new ArrayList<>();
    for (String dimension : dimensions()) {
      for (String system : systems()) {
        for (String slice : gate.slices()) {
          checks.addAll(checks(dimension, system, slice));
        }
      }
    }
    return checks;
  }

  private List<GateCheck> checks(String dimension, String system, String slice) {
    String subject = subject(dimension);
    Optional<Row> found =
        cells.stream()
            .filter(
                cell ->
                    cell.getAs("metric").equals(gate.metric())
                        && cell.getAs("dimension").equals(dimension)
                        && cell.getAs("system").equals(system)
                        && cell.getAs("slice").equals(slice))
            .findFirst();
    if (found.isEmpty()) {
      return List.of(
          failed(
              "cell",
              subject,
              system,
              slice,
              gate.human() ? "nobody judged any of its answers" : "it has no estimate"));
    }
    Row cell = found.get();
    List<GateCheck> checks = new ArrayList<>();
    checks.add(missing(cell, subject));
    if (!gate.method().equals("none")) {
      checks.add(bound(cell, subject, dimension));
    }
    return checks;
  }

  private GateCheck missing(Row cell, String subject) {
    long missing = cell.getAs("n_missing");
    long all = missing + cell.<Long>getAs("n");
    double share = all == 0 ? 1 : (double) missing / all;
    return check(
        "missing",
        subject,
        cell,
        share <= gate.maxMissingShare() ? Outcome.PASSED : Outcome.FAILED,
        String.format(
            Locale.ROOT,
            "%d of %d %s, at most %.1f %% may be",
            missing,
            all,
            gate.human() ? "have no answer" : "are missing",
            100 * gate.maxMissingShare()));
  }

  private GateCheck bound(Row cell, String subject, String dimension) {
    String prefix = gate.human() ? "human_" : "";
    Optional<Double> estimate =
        RowValues.optional(cell, gate.human() ? "human_estimate" : "estimate");
    Optional<Double> low = RowValues.optional(cell, prefix + "ci_low");
    Optional<Double> high = RowValues.optional(cell, prefix + "ci_high");
    if (estimate.isEmpty() || low.isEmpty() || high.isEmpty()) {
      return check(
          "bound",
          subject,
          cell,
          Outcome.FAILED,
          "it has no interval (" + cell.<String>getAs("ci_method") + ")");
    }
    boolean down = direction() == Direction.DOWN;
    double bound = bound(dimension);
    long groups = cell.getAs("n_groups");
    BoundTest test =
        down
            ? new BoundTest(-estimate.get(), -high.get(), -low.get(), -bound, groups)
            : new BoundTest(estimate.get(), low.get(), high.get(), bound, groups);
    Outcome outcome = GateCheck.outcome(test.outcome());
    String text =
        String.format(
            Locale.ROOT,
            "%.4f [%.4f, %.4f], the bound is %s %.4f",
            estimate.get(),
            low.get(),
            high.get(),
            down ? "at most" : "at least",
            bound);
    return check("bound", subject, cell, outcome, text + undecided(outcome, test));
  }

  /** What an undecided test says of what would settle it. */
  String undecided(Outcome outcome, BoundTest test) {
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

  private Direction direction() {
    return gate.human() ? Direction.UP : metric().direction();
  }

  /** The declared metric. */
  Metric metric() {
    return EvaluatorSelection.metrics(config).get(gate.metric());
  }

  private double bound(String dimension) {
    return switch (gate.method()) {
      case "fixed" -> gate.threshold().orElseThrow();
      case "auto", "metric" ->
          gate.human() ? config.bar(dimension) : metric().threshold().orElseThrow();
      default -> chosen();
    };
  }

  /** What {@code calibrate} chose for the method, dimension and appetite. */
  private double chosen() {
    List<Row> rows =
        run.store()
            .read(Tables.THRESHOLDS)
            .where(
                col("metric")
                    .equalTo(gate.metric())
                    .and(col("dimension").equalTo(gate.dimension()))
                    .and(col("slice").equalTo(Cells.ALL))
                    .and(col("method").equalTo(gate.method()))
                    .and(col("appetite").equalTo(gate.appetite())))
            .takeAsList(1);
    String wanted =
        "gate.method = '%s' for %s, dimension '%s', appetite '%s'"
            .formatted(gate.method(), gate.metric(), gate.dimension(), gate.appetite());
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

  private static GateCheck check(
      String test, String subject, Row cell, Outcome outcome, String text) {
    return new GateCheck(test, subject, cell.getAs("system"), cell.getAs("slice"), outcome, text);
  }

  static GateCheck failed(String test, String subject, String system, String slice, String text) {
    return new GateCheck(test, subject, system, slice, Outcome.FAILED, text);
  }
}
